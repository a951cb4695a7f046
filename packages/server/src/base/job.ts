/** A permanent failure of a job: it is not retried. The message is shown to users. */
export class JobFailed extends Error {}

/** This node no longer holds the lease: the work was cancelled or taken over by another node. The handler must stop at once. */
export class LeaseLost extends Error {}
