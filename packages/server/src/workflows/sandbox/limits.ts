/** The limits of a program. Its time limit comes with the job. */
export interface SandboxLimits {
  memoryBytes: number
  stackBytes: number
  /** The variables as JSON. */
  inputBytes: number
  /** The values as JSON. */
  outputBytes: number
  /** One expression, or the code. */
  sourceBytes: number
  /** The maximum number of expressions in a job. */
  sources: number
  logBytes: number
  messageBytes: number
  /** The maximum number of promise jobs in total. */
  pendingJobs: number
  /** How long after its time limit a child is killed that has not stopped the program itself. */
  graceMs: number
}

export const defaultLimits: SandboxLimits = {
  memoryBytes: 67_108_864,
  stackBytes: 262_144,
  inputBytes: 1_048_576,
  outputBytes: 262_144,
  sourceBytes: 65_536,
  sources: 1_000,
  logBytes: 16_384,
  messageBytes: 2_048,
  pendingJobs: 1_000,
  graceMs: 120,
}
