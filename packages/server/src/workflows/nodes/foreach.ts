import { maxItems } from '../decide.ts'
import { NodeError, type NodeType } from './node.ts'

/** Gathers the items of a loop; `decide` leads through its rounds. */
export const foreachNode: NodeType = async ({ config }) => {
  const { items } = config
  if (!Array.isArray(items)) throw new NodeError('invalid_config', 'items must be an array')
  if (items.length > maxItems)
    throw new NodeError('too_many_items', `A loop takes ${maxItems} items, and this one has ${items.length}.`)
  return { output: items }
}
