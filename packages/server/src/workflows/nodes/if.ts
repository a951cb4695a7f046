import type { NodeType } from './node.ts'

/** Asks a question. What is missing is false, else JavaScript says what is true. */
export const ifNode: NodeType = async ({ config }) => ({ output: Boolean(config.condition) })
