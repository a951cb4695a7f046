/** The work failed for a reason that a retry does not fix. The message is shown to people. */
export class JobFailed extends Error {}

/** The work is no longer this node's: it was cancelled, or another node claimed it. The one who gets this stops at once. */
export class LeaseLost extends Error {}
