export type { SandboxJob, SandboxOutcome } from './job.ts'
export type { SandboxLimits } from './limits.ts'
export { createSandbox, type Sandbox, type SandboxPool } from './pool.ts'
