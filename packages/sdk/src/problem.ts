import type { ProblemCode } from './types.ts'
import type { WebHeaders } from './web-types.ts'

/** One validation error: a JSON pointer into the body (or `?name` for a parameter), a stable code, a sentence. */
export interface FieldError {
  pointer: string
  code: string
  message: string
  /** The constraint that the value breaks, for a sentence of your own; absent where the code says it all. */
  params?: { limit?: number; allowed?: (string | number)[]; format?: string; pattern?: string }
}

/** The service refused the request. `code` is stable; `errors` lists validation errors with their pointers. */
export class MarqueeProblem extends Error {
  override readonly name = 'MarqueeProblem'
  readonly status: number
  readonly code: ProblemCode | (string & {})
  readonly title: string
  readonly detail: string
  readonly errors: FieldError[]
  readonly requestId: string | undefined
  /** The Retry-After of the response, in seconds. */
  readonly retryAfterSeconds: number | undefined
  /** The whole problem document, including members that only some problems have, such as `uses`. */
  readonly document: Record<string, unknown>

  constructor(status: number, headers: WebHeaders, body: unknown) {
    const document = isObject(body) ? body : {}
    const { code, title, detail, errors, request_id: requestId } = document
    const name = textOr(title, `HTTP ${status}`)
    super(textOr(detail, name))
    this.status = status
    this.code = textOr(code, 'unknown')
    this.title = name
    this.detail = textOr(detail, '')
    this.errors = Array.isArray(errors) ? errors : []
    this.requestId = textOr(requestId, headers.get('x-request-id') ?? '') || undefined
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'))
    this.document = document
  }
}

/** The service could not be reached, timed out, or sent an invalid response. */
export class MarqueeUnreachable extends Error {
  override readonly name = 'MarqueeUnreachable'
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}

/** Retry-After is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
