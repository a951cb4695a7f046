/** How long a connection may take to be made, or to become free. */
export const connectMs = 5_000
/** How long an ordinary statement may take before the server cancels it. */
export const statementMs = 9_000
/** How much later we give up by ourselves: a server that is frozen cancels nothing. */
export const graceMs = 1_000
/** How long the database may take to answer whether it is there: less than the two seconds in which a probe expects to know. */
export const pingMs = 1_500

/** Reads of a whole broadcast, and the documents that a search brings up to date. */
export const wholeBroadcastMs = 30_000
/** Restores, erasures, retention: what touches tens of thousands of rows in one statement. */
export const bulkMs = 600_000
/** A migration may rewrite a large table, or wait for another node that does. */
export const migrationMs = 3_600_000
