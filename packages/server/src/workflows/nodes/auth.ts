import type { Credentials } from '../credentials.ts'
import { NodeError, type NodeType } from './node.ts'

/** Names a credential of the broadcast for `http` nodes that come later. What it is stays behind. */
export function createAuthNode(credentials: Credentials): NodeType {
  return async ({ config, state }) => {
    if (typeof config.authDataId !== 'string') throw new NodeError('invalid_config', 'authDataId must be a string')
    return { output: await credentials.handleOf(state.row.broadcast_id, config.authDataId) }
  }
}
