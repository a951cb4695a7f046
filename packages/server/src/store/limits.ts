/** The timeout for connecting, or for a free connection of the pool. */
export const connectMs = 5_000
/** The timeout of an ordinary statement, enforced by the server. */
export const statementMs = 9_000
/** How much later the client gives up: a frozen server cancels nothing. */
export const graceMs = 1_000
/** The timeout of the ping: less than the two seconds that a readiness probe allows. */
export const pingMs = 1_500

/** Reads of a whole broadcast, and updates of search documents. */
export const wholeBroadcastMs = 30_000
/** Restores, erasures, retention: statements on tens of thousands of rows. */
export const bulkMs = 600_000
/** A migration may rewrite a large table, or wait for another node that does. */
export const migrationMs = 3_600_000
