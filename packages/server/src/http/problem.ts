import { Invalid } from '@marquee/model'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, storageFull, withoutRows } from '../base/errors.ts'
import { type DatabaseFailure, databaseFailure } from '../store/failures.ts'
import { securityHeaders } from './security-headers.ts'

/** Turns any failure into a response of type `application/problem+json`. Only here do errors become statuses. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = isCutOff(error, request) ? cutOff() : toAppError(error)
  if (isCutOff(error, request)) request.log.debug({ reqId: request.id }, 'the request broke off')
  // Deliberate refusals, such as requests while stopping, are not logged as errors.
  if (known.status >= 500 && known !== error)
    request.log.error({ reqId: request.id, err: withoutRows(error) }, 'request failed')
  return reply
    .code(known.status)
    .headers({
      'x-request-id': request.id,
      // Also those of a file or a page that could not be sent are replaced.
      ...securityHeaders,
      'cache-control': 'no-store',
      ...known.details.headers,
    })
    .type('application/problem+json')
    .send(JSON.stringify(problemOf(known, request.id)))
}

/** Whether the client disconnected before the body was complete. */
function isCutOff(error: unknown, request: FastifyRequest): boolean {
  return request.raw.destroyed && error instanceof Error && error.message === 'aborted'
}

const cutOff = () => new AppError('malformed_request', 'The request was aborted.')

export function problemOf(error: AppError, requestId: string): object {
  return {
    type: `urn:marquee:problem:${error.code}`,
    title: titles[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    instance: `urn:request:${requestId}`,
    code: error.code,
    request_id: requestId,
    errors: error.details.errors ?? [],
    ...error.details.extra,
  }
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Invalid) return new AppError('invalid', error.message, { errors: error.fieldErrors })
  const failure = databaseFailure(error)
  if (failure) return failures[failure]()
  const code = frameworkCodes[(error as Partial<FastifyError>).code ?? '']
  if (code) return new AppError(code.code, code.message)
  return new AppError('internal', 'Something went wrong on our side.')
}

/** One for all: under overload, the place where each was thrown would cost more than the rest of the refusal. */
export const overloaded = new AppError('unavailable', 'The service is overloaded; try again in a few seconds.', {
  headers: { 'retry-after': '2' },
})

export const unavailable = (message: string) =>
  new AppError('unavailable', message, { headers: { 'retry-after': '5' } })

/** The problem for a failure of the database. */
const failures: Record<DatabaseFailure, () => AppError> = {
  unreachable: () => unavailable('The database cannot be reached at the moment.'),
  timeout: () => unavailable('The database did not respond in time; try again.'),
  outcome_unknown: () =>
    unavailable(
      'The database did not confirm the change, which may have been made or not; read it again, or send it again with the same Idempotency-Key.',
    ),
  full: storageFull,
}

const frameworkCodes: Record<string, { code: ErrorCode; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body_too_large', message: 'The body is too large.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed_request',
    message: 'The body does not have the length its header says.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'The body must be sent as application/json.',
  },
  FST_ERR_BAD_URL: { code: 'malformed_request', message: 'The path is not a valid URL path.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'There is no such resource.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request took too long to arrive.' },
}

// Not imported: an import of node:http loads the fetch of Node as well, for names that nothing here uses.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Node has the older names of these two; RFC 9110 renamed them. */
const titles: Record<number, string | undefined> = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
}
