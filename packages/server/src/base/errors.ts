/** One validation error: a JSON pointer into the body (or `?name` for a query parameter), a stable code, a sentence. */
export interface FieldError {
  pointer: string
  code: string
  message: string
}

export type ErrorCode = keyof typeof statusOf

export interface ErrorDetails {
  errors?: FieldError[]
  /** Further members of the problem document, such as `uses` of a media that cannot be deleted. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
}

/** An error that is reported to the caller. `message` becomes the `detail` of the problem, so it must not contain ids or secrets. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** The service cannot start. The message tells the operator what to do, in one sentence. */
export class StartupError extends Error {}

export const notFound = () => new AppError('not_found', 'There is no such resource.')

export const storageFull = () =>
  new AppError(
    'storage_full',
    'The disk is full, so nothing can be saved at the moment; reading still works. An operator must free some space.',
    { headers: { 'retry-after': '30' } },
  )

export const statusOf = {
  invalid: 400,
  invalid_id: 400,
  invalid_json: 400,
  malformed_request: 400,
  start_id_gone: 400,
  sequence_ahead: 400,
  answer_too_large: 400,
  unreadable_file: 400,
  unauthenticated: 401,
  plan_required: 403,
  insufficient_scope: 403,
  insufficient_role: 403,
  owner_required: 403,
  cross_site_request: 403,
  quota_exceeded: 403,
  not_found: 404,
  request_timeout: 408,
  method_not_allowed: 405,
  reference_taken: 409,
  value_taken: 409,
  in_use: 409,
  conflicts: 409,
  job_running: 409,
  last_owner: 409,
  already_member: 409,
  webhook_inactive: 409,
  workflow_disabled: 409,
  run_ended: 409,
  run_not_failed: 409,
  onboarding_running: 409,
  confirmation_required: 409,
  import_closed: 409,
  import_outdated: 409,
  restore_too_large: 409,
  campaign_closed: 409,
  campaign_not_under_way: 409,
  broadcast_private: 409,
  idempotency_in_progress: 409,
  sequence_expired: 410,
  file_gone: 410,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  idempotency_key_reused: 422,
  rate_limited: 429,
  header_too_large: 431,
  internal: 500,
  unavailable: 503,
  storage_full: 503,
} as const

/** An error for the log. Details from the database contain content, and are not logged. */
export function withoutRows(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack } = error
  return { type: name, message, stack, ...('code' in error && { code: error.code }) }
}
