/** The timeout for connecting, or for a free connection of the pool. */
export const connectMs = 5_000
/** The timeout of an ordinary statement, enforced by the server. */
export const statementMs = 9_000
/** How long a transaction may wait for its next statement; less than that of a statement, which may wait for its locks. */
export const idleTransactionMs = 6_000
/** How much later the client gives up: a frozen server cancels nothing. */
export const graceMs = 1_000
/** The clock of the watch for a silent database; see `silence.ts`. Both parts together are less than two seconds. */
export const tickMs = 200
/** An operation without a response for this long is looked after. */
export const quietTicks = 2
/** A server that sends nothing for this long is silent. */
export const probeTicks = 5

/** The timeout of the ping: less than the two seconds that a readiness probe allows. */
export const pingMs = 1_500

/** Reads of a whole broadcast, and updates of search documents. */
export const wholeBroadcastMs = 30_000
/** Restores, erasures, retention: statements on tens of thousands of rows. */
export const bulkMs = 600_000
/** A migration may rewrite a large table, or wait for another node that does. */
export const migrationMs = 3_600_000
