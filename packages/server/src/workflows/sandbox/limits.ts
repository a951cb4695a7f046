/** What a program may take. Its time comes with the job. */
export interface SandboxLimits {
  memoryBytes: number
  stackBytes: number
  /** The variables as JSON. */
  inputBytes: number
  /** The values as JSON. */
  outputBytes: number
  /** One expression, or the code. */
  sourceBytes: number
  /** How many expressions a job may have. */
  sources: number
  logBytes: number
  messageBytes: number
  /** How many steps promises may take in all. */
  pendingJobs: number
  /** How long after its time a child is killed that has not ended the program by itself. */
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
