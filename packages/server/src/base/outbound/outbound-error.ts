export type OutboundReason =
  | 'forbidden_url'
  /** The URL has a forbidden address or a local name. */
  | 'forbidden_address'
  /** The name does not resolve, or resolves to a forbidden address; callers cannot tell the two apart. */
  | 'dns'
  | 'connect'
  | 'timeout'
  | 'tls'
  | 'reset'
  | 'too_large_headers'
  | 'aborted'
  | 'other'

/** A request without a reply. The message is safe to show to the user who entered the URL: it never contains a resolved address. */
export class OutboundError extends Error {
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutboundError'
    this.reason = reason
  }
}

/** Translates an error of undici or of a connected socket. */
export function failureOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const code = codeOf(error)
  const known = code.startsWith('HPE_') ? notHttp : failures[code]
  const [reason, message] = known ?? ['other', 'the call failed']
  return new OutboundError(reason, message, { cause: error })
}

/** Translates an error while connecting: before the TCP connection was accepted, or during the TLS handshake. */
export function connectFailureOf(error: unknown, stage: 'connect' | 'tls'): OutboundError {
  if (error instanceof OutboundError) return error
  const code = codeOf(error)
  if (code === 'ETIMEDOUT') return new OutboundError('timeout', 'no connection in time', { cause: error })
  if (stage === 'connect') return new OutboundError('connect', `no connection (${code || 'failed'})`, { cause: error })
  if (code in failures) return failureOf(error)
  return new OutboundError('tls', `no trusted TLS connection (${code || 'failed'})`, { cause: error })
}

const notHttp: Failure = ['other', 'the reply is not HTTP']
const reset: Failure = ['reset', 'the connection was closed before the reply was complete']
const closed: Failure = ['aborted', 'the service is stopping']

type Failure = [OutboundReason, string]

const failures: Record<string, Failure> = {
  ECONNRESET: reset,
  EPIPE: reset,
  ECONNABORTED: reset,
  ETIMEDOUT: ['timeout', 'the connection was lost'],
  UND_ERR_SOCKET: reset,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: reset,
  UND_ERR_HEADERS_OVERFLOW: ['too_large_headers', 'the headers of the reply are too large'],
  UND_ERR_CLOSED: closed,
  UND_ERR_DESTROYED: closed,
  UND_ERR_INVALID_ARG: ['other', 'the method or a header cannot be sent'],
  UND_ERR_NOT_SUPPORTED: ['other', 'the method or a header cannot be sent'],
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
