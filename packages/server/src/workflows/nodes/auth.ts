import { required } from '../config-checks.ts'
import type { NodeType } from './node.ts'
import { NodeError } from './node-error.ts'

/** Selects a credential of the broadcast for later `http` nodes. Its output names the credential and contains no secret. */
export const auth: NodeType = {
  check: (checking) => required(checking, 'authDataId'),
  createRun:
    ({ credentials }) =>
    async ({ config, state }) => {
      if (typeof config.authDataId !== 'string') throw new NodeError('invalid_config', 'authDataId must be a string')
      return { output: await credentials.handleOf(state.row.broadcast_id, config.authDataId) }
    },
  keepsLast: true,
}
