/** The work has failed for a reason that trying again does not mend. The message is shown to people. */
export class JobFailed extends Error {}

/** The work is no longer this node's: it was cancelled, or another node went on with it. Whoever gets this stops at once. */
export class JobLost extends Error {}
