import type { FieldError } from '@marquee/model'
import { type Checking, fixed } from '../config-checks.ts'
import { fixedValue } from '../expression.ts'
import type { NodeType } from './node.ts'
import { NodeError } from './node-error.ts'

/** Runs JavaScript in the sandbox. The value it returns is the output; lines it prints are stored as logs. */
export const code: NodeType = {
  check: (checking) => [...fixed(checking, 'code'), ...sizeErrors(checking)],
  createRun:
    ({ sandbox }) =>
    async (call) => {
      const { code: source } = call.config
      if (typeof source !== 'string') throw new NodeError('invalid_config', 'code must be a string')
      const { values, logs } = await sandbox.run('code', [source], call)
      return { output: values[0] ?? null, logs }
    },
}

function sizeErrors({ config, pointer }: Checking): FieldError[] {
  const source = fixedValue(config.code)
  if (typeof source !== 'string' || Buffer.byteLength(source) <= maxCodeBytes) return []
  return [{ pointer: `${pointer}/code/value`, code: 'too_large', message: `must have at most ${maxCodeBytes} bytes` }]
}

const maxCodeBytes = 65_536
