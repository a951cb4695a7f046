import pg from 'pg'
import { AppError } from '../base/errors.ts'

/** A failure of the database that is not the fault of the statement. */
export type DatabaseFailure =
  /** There is no connection, or the server ends it. */
  | 'unreachable'
  /** It did not answer within the limit. */
  | 'timeout'
  /** The connection broke during a commit: the change may or may not have been made. */
  | 'outcome_unknown'
  /** The disk is full. */
  | 'full'

/** The only place that classifies failures of the database; undefined for any other error. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof OutcomeUnknown) return 'outcome_unknown'
  if (error instanceof DatabaseSilent) return 'timeout'
  if (error instanceof AppError) return error.code === 'storage_full' ? 'full' : undefined
  if (error instanceof pg.DatabaseError) return isRelayed(error) ? 'unreachable' : failureOfState(error.code ?? '')
  const { code = '', syscall = '' } = error as { code?: unknown; syscall?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  if (error.message === readTimeout) return 'timeout'
  // A missing file is not a missing socket.
  if (code === 'ENOENT' || code === 'EACCES') return syscall === 'connect' ? 'unreachable' : undefined
  return networkCodes.test(String(code)) || connectionMessages.test(error.message) ? 'unreachable' : undefined
}

/** Whether the database itself failed, rather than the statement being wrong. */
export const isUnavailable = (error: unknown) => databaseFailure(error) !== undefined

/** Whether a statement names a table that does not exist. */
export const isMissingTable = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42P01'

export const isFull = (error: unknown) => databaseFailure(error) === 'full'

/** Whether a statement timed out. Its connection cannot be used any more. */
export const isTimeout = (error: unknown) => error instanceof Error && error.message === readTimeout

/** Whether the server does not respond at all: a statement or a connection timed out on this side, not on the server. */
export function isServerSilent(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return isServerSilent(error.cause)
  return (
    error instanceof DatabaseSilent ||
    isTimeout(error) ||
    (error instanceof Error && connectTimeouts.test(error.message))
  )
}

/** Nothing was sent, because the database does not respond to anything at the moment. */
export class DatabaseSilent extends Error {
  constructor() {
    super('the database does not respond')
  }
}

/** A commit without a response. It must not be retried: the change may have been made. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the database did not confirm the commit', { cause })
  }
}

/** A statement that contained several waiting writes was refused. One by one, all but the refused write succeed. */
export class BufferedWriteFailed extends Error {
  constructor(cause: unknown) {
    super('one of several writes was refused', { cause })
  }
}

/**
 * The meaning of a failed commit: refused with an error it was rolled back; otherwise its outcome is unknown. It is unknown, too, when the
 * node of a cluster that was asked has lost the one that commits.
 */
export function commitFailure(error: unknown): unknown {
  const isRefused =
    error instanceof pg.DatabaseError && !isRelayed(error) && (error.severity === 'ERROR' || error.code === '25P03')
  return isUnavailable(error) && !isRefused ? new OutcomeUnknown(error) : error
}

/** The unique index that a failed write violated, if it did. On a cluster it is that of a shard, and may be named in the message only. */
export function violatedIndex(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return undefined
  const name = error.constraint ?? /unique constraint "(\w+)"/.exec(error.message)?.[1]
  return name?.replace(shardNumber, '')
}

const shardNumber = /_\d{6,}$/

/** Whether the database refused a statement, after which its transaction can only be rolled back. */
export const isDatabaseError = (error: unknown) => error instanceof pg.DatabaseError

/** Whether the role lacks a privilege. */
export const isForbidden = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42501'

/** A transaction that was rolled back only because of concurrent ones (deadlock, serialization). */
export const isRetryable = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/** Whether one node of a cluster reports that it has lost another. Some of these errors are internal ones. */
const isRelayed = ({ code = '', message, severity }: pg.DatabaseError) =>
  severity === 'ERROR' && (code.startsWith('08') || (code === 'XX000' && relayedMessages.test(message)))

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function failureOfState(state: string): DatabaseFailure | undefined {
  if (state === '53100') return 'full'
  if (state === '57014') return 'timeout'
  return unreachableStates.test(state) ? 'unreachable' : undefined
}

/**
 * 08: connection exception. 53: out of memory or connections. 57P: shutting down, crashed, starting.
 * 58030: I/O error. 25006: read-only, which a standby reports after a failover. 25P03: the node paused within the transaction.
 */
const unreachableStates = /^(08...|53...|57P..|58030|25006|25P03)$/
/** How the messages begin by which Citus, and the client library within it, report that a node was lost. They have no state of their own. */
const relayedMessages = new RegExp(
  `^(${[
    'server closed the connection',
    'could not (send|receive) data',
    '(no )?connection (to the server|not open)',
    'SSL connection has been closed',
    'failure on connection marked as essential',
    'failed to prepare transaction',
    'could not commit transaction for shard',
    'execution cannot recover from multiple connection failures',
    'unable to recover from inconsistent state in the connection',
    'postmaster was shut down',
  ].join('|')})`,
)
const networkCodes = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** pg sets no code for these. */
const readTimeout = 'Query read timeout'
const connectTimeouts =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)/
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

/**
 * Whether the database refuses a statement because of its content, so that a retry would be refused too. Unavailability, missing
 * resources, cancellation and conflicts with concurrent transactions are other cases.
 */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|40|53|55|57|58)/.test(error.code)
}

/** Whether a write broke a rule about the data, such as a key that must be unique. */
export function isDataRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && /^(22|23)/.test(error.code)
}
