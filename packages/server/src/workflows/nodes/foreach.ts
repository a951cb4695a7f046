import type { FieldError } from '@marquee/model'
import { type Checking, fixed, required } from '../config-checks.ts'
import { fixedValue } from '../expression.ts'
import type { NodeType } from './node.ts'
import { NodeError } from './node-error.ts'

/** Collects the items of a loop; `decide` goes through its rounds. */
export const foreach: NodeType = {
  check: (checking) => [...required(checking, 'items'), ...fixed(checking, 'entryNodeId'), ...entryErrors(checking)],
  createRun:
    () =>
    async ({ config: { items } }) => {
      if (!Array.isArray(items)) throw new NodeError('invalid_config', 'items must be an array')
      if (items.length > maxItems)
        throw new NodeError(
          'too_many_items',
          `A loop can have at most ${maxItems} items, but this one has ${items.length}.`,
        )
      return { output: items }
    },
  loopBody: (config) => fixedValue(config.entryNodeId),
}

function entryErrors({ config, pointer, nodeIds }: Checking): FieldError[] {
  const entry = fixedValue(config.entryNodeId)
  if (typeof entry !== 'string' || nodeIds.includes(entry)) return []
  return [{ pointer: `${pointer}/entryNodeId/value`, code: 'unknown_node', message: 'is not a node of the workflow' }]
}

const maxItems = 1_000
