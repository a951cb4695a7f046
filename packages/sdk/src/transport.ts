import { keepEtag } from './etag.ts'
import { MarqueeProblem, MarqueeUnreachable } from './problem.ts'
import { retryDelayMs, sleep } from './retry.ts'

export interface MarqueeOptions {
  /** Where the service is: `https://festival.example`. In a browser, the page's own origin when absent. */
  baseUrl?: string | undefined
  /** A key of the broadcast. Leave it out in a browser, where the cookie of a signed-in person counts. */
  apiKey?: string | undefined
  /** What to call instead of the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** What `fetch` does with cookies. */
  credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** How often a failed request is sent again where that is safe. 2 unless told. */
  retries?: number | undefined
  /** How long an attempt may take. 30 seconds unless told. */
  timeoutMs?: number | undefined
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

export interface RequestOptions extends CallOptions {
  /** Lists become names with commas, objects JSON; what is undefined is left out. */
  query?: object | undefined
  /** Sent as JSON, or as it is when it is a form. */
  body?: unknown
  headers?: Record<string, string | undefined> | undefined
  /** Of a POST. One is made when absent; `false` sends none, and the POST is not sent again. */
  idempotencyKey?: string | false | undefined
}

export interface Answer<T> {
  status: number
  headers: Headers
  data: T
}

/** Sends requests, again where that is safe, and turns failures into typed errors. */
export interface Transport {
  send<T>(method: Method, path: string, options?: RequestOptions): Promise<Answer<T>>
  /** One attempt without a time limit, whose body is still to be read. */
  open(path: string, options: RequestOptions): Promise<Response>
}

export function createTransport(options: MarqueeOptions): Transport {
  const { retries = 2, timeoutMs = 30_000 } = options
  if (options.baseUrl === undefined && !('location' in globalThis))
    throw new TypeError('baseUrl is needed where there is no page to take it from')

  const attempt = async <T>(method: Method, url: string, request: RequestOptions, init: RequestInit) => {
    const limit = AbortSignal.timeout(request.timeoutMs ?? timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit
    try {
      const response = await fetchWith(options, url, { ...init, method, signal })
      return await answerOf<T>(response)
    } catch (error) {
      request.signal?.throwIfAborted()
      if (error instanceof MarqueeProblem || error instanceof MarqueeUnreachable) throw error
      throw new MarqueeUnreachable(limit.aborted ? 'The service took too long to answer.' : unreachable, {
        cause: error,
      })
    }
  }

  return {
    async send<T>(method: Method, path: string, request: RequestOptions = {}) {
      request.signal?.throwIfAborted()
      const url = urlOf(options, path, request.query)
      const init = initOf(options, method, request)
      const hasKey = new Headers(init.headers).has('idempotency-key')
      for (let before = 0; ; before += 1) {
        try {
          return await attempt<T>(method, url, request, init)
        } catch (error) {
          const delayMs = before < retries ? retryDelayMs({ method, hasKey, before, error }) : undefined
          if (delayMs === undefined) throw error
          await sleep(delayMs, request.signal)
        }
      }
    },

    async open(path, request) {
      const url = urlOf(options, path, request.query)
      const init = { ...initOf(options, 'GET', request), signal: request.signal ?? null }
      const response = await fetchWith(options, url, init).catch((error: unknown) => {
        request.signal?.throwIfAborted()
        throw new MarqueeUnreachable(unreachable, { cause: error })
      })
      if (!response.ok) await answerOf(response)
      return response
    },
  }
}

const unreachable = 'The service cannot be reached.'

/** Called without a receiver, as browsers ask for it. A redirect would take the key to wherever it leads, so none is followed. */
function fetchWith({ fetch: own, credentials }: MarqueeOptions, url: string, init: RequestInit): Promise<Response> {
  const call = own ?? fetch
  return call(url, { ...init, redirect: 'error', ...(credentials && { credentials }) })
}

function urlOf({ baseUrl }: MarqueeOptions, path: string, query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const isGiven = value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
    if (isGiven) search.set(name, queryText(value))
  }
  return `${(baseUrl ?? '').replace(/\/+$/, '')}${path}${search.size > 0 ? `?${search}` : ''}`
}

function queryText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',')
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function initOf(options: MarqueeOptions, method: Method, { body, headers = {}, idempotencyKey }: RequestOptions) {
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData
  // The bytes of a form are made anew by every fetch, and would not fit the key of the first attempt.
  const key = method === 'POST' && !isForm ? (idempotencyKey ?? crypto.randomUUID()) : idempotencyKey
  const all = {
    ...(options.apiKey !== undefined && { 'x-api-key': options.apiKey }),
    ...options.headers,
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
    ...headers,
  }
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { headers: Object.fromEntries(sent), body: isForm ? body : body === undefined ? null : JSON.stringify(body) }
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = /[/+]json\b/.test(headers.get('content-type') ?? '')
  const data = isJson && text !== '' ? parsed(text, response.ok) : text === '' ? undefined : text
  if (!response.ok) throw new MarqueeProblem(status, headers, data)
  keepEtag(data, headers.get('etag'))
  return { status, headers, data: data as T }
}

function parsed(text: string, isNeeded: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isNeeded) throw new MarqueeUnreachable('The answer is not the JSON it says it is.', { cause: error })
    return text
  }
}
