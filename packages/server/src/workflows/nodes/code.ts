import type { RunSandbox } from '../evaluate.ts'
import { NodeError, type NodeType } from './node.ts'

/** Runs JavaScript in the sandbox. What it returns is its output, what it prints is kept with it. */
export function createCodeNode(sandbox: RunSandbox): NodeType {
  return async (call) => {
    const { code } = call.config
    if (typeof code !== 'string') throw new NodeError('invalid_config', 'code must be a string')
    const { values, logs } = await sandbox.run('code', [code], call)
    return { output: values[0] ?? null, logs }
  }
}
