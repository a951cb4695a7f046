import { required } from '../config-checks.ts'
import type { NodeType } from './node.ts'

/** Evaluates a condition. A missing value is false, any other is converted as in JavaScript. */
export const ifNode: NodeType = {
  check: (checking) => required(checking, 'condition'),
  createRun:
    () =>
    async ({ config }) => ({ output: Boolean(config.condition) }),
  // A condition may evaluate to a value of any type.
  prepare: ({ condition }) => ({ condition: { ...Object(condition), type: 'any' } }),
  isBranch: true,
  keepsLast: true,
}
