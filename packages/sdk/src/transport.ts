import { requireBaseUrl } from './base-url.ts'
import { keepEtag } from './etag.ts'
import { MarqueeProblem, MarqueeUnreachable } from './problem.ts'
import { retryDelayMs, sleep } from './retry.ts'
import type { WebAbortSignal, WebFetch, WebHeaders, WebResponse } from './web-types.ts'
import { createWriteNumbers } from './write-numbers.ts'

export interface MarqueeOptions {
  /** The URL of the service: `https://festival.example`. Default in a browser: the origin of the page. */
  baseUrl?: string | undefined
  /** An API key of the broadcast. Leave it out in a browser, where the session cookie authenticates. */
  apiKey?: string | undefined
  /** Called instead of the global `fetch`. */
  fetch?: WebFetch | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** The `credentials` option of `fetch`. */
  credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** The maximum number of retries, where retrying is safe. Default: 2. */
  retries?: number | undefined
  /** The timeout of an attempt. Default: 30,000. */
  timeoutMs?: number | undefined
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Options of every method. */
export interface CallOptions {
  signal?: WebAbortSignal | undefined
  timeoutMs?: number | undefined
}

export interface RequestOptions extends CallOptions {
  /** Lists are joined by commas, objects become JSON; undefined values are left out. */
  query?: object | undefined
  /** Sent as JSON; FormData is sent unchanged. */
  body?: unknown
  headers?: Record<string, string | undefined> | undefined
  /** For POST. Generated when absent; `false` sends none, and the POST is not retried. */
  idempotencyKey?: string | false | undefined
}

export interface Answer<T> {
  status: number
  headers: WebHeaders
  data: T
}

/** Sends requests, retries where that is safe, and turns failures into typed errors. */
export interface Transport {
  send<T>(method: Method, path: string, options?: RequestOptions): Promise<Answer<T>>
  /** Opens a streaming response: one attempt without a timeout. */
  open(path: string, options: RequestOptions): Promise<WebResponse>
}

export function createTransport(options: MarqueeOptions, numbers = createWriteNumbers(options)): Transport {
  const { retries = 2, timeoutMs = 30_000 } = options
  const baseUrl = requireBaseUrl(options.baseUrl)

  const attempt = async <T>(method: Method, url: string, request: RequestOptions, init: RequestInit) => {
    const limit = AbortSignal.timeout(request.timeoutMs ?? timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit
    try {
      const response = await fetchWith(options, url, { ...init, method, signal })
      return await answerOf<T>(response)
    } catch (error) {
      request.signal?.throwIfAborted()
      if (error instanceof MarqueeProblem || error instanceof MarqueeUnreachable) throw error
      throw new MarqueeUnreachable(limit.aborted ? 'The service took too long to answer.' : unreachableMessage, {
        cause: error,
      })
    }
  }

  return {
    async send<T>(method: Method, path: string, request: RequestOptions = {}) {
      request.signal?.throwIfAborted()
      const url = urlOf(baseUrl, path, request.query)
      const isRead = method === 'GET'
      const headers = { ...(isRead && numbers.of(path)), ...request.headers }
      const init = initOf(options, method, { ...request, headers })
      const hasKey = new Headers(init.headers).has('idempotency-key')
      for (let before = 0; ; before += 1) {
        try {
          const answer = await attempt<T>(method, url, request, init)
          if (!isRead) numbers.keep(path, answer.headers)
          return answer
        } catch (error) {
          if (isRead && numbers.forgetLost(path, error)) return this.send<T>(method, path, request)
          const delayMs = before < retries ? retryDelayMs({ method, hasKey, before, error }) : undefined
          if (delayMs === undefined) throw error
          await sleep(delayMs, request.signal)
        }
      }
    },

    async open(path, request) {
      const url = urlOf(baseUrl, path, request.query)
      const init = { ...initOf(options, 'GET', request), signal: request.signal ?? null }
      const response = await fetchWith(options, url, init).catch((error: unknown) => {
        request.signal?.throwIfAborted()
        throw new MarqueeUnreachable(unreachableMessage, { cause: error })
      })
      if (!response.ok) await answerOf(response)
      return response
    },
  }
}

const unreachableMessage = 'The service cannot be reached.'

/** Called without `this`, as browsers require. Redirects are not followed, because they would send the API key to another server. */
function fetchWith({ fetch: own, credentials }: MarqueeOptions, url: string, init: RequestInit): Promise<Response> {
  const call = own ?? fetch
  return call(url, { ...init, redirect: 'error', ...(credentials && { credentials }) })
}

function urlOf(baseUrl: string, path: string, query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const isGiven = value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
    if (isGiven) search.set(name, queryText(value))
  }
  return `${baseUrl}${path}${search.size > 0 ? `?${search}` : ''}`
}

function queryText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',')
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function initOf(options: MarqueeOptions, method: Method, { body, headers = {}, idempotencyKey }: RequestOptions) {
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData
  // Every fetch encodes a form with another boundary, so a retry would not match the key of the first attempt.
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
    if (isNeeded) throw new MarqueeUnreachable('The service sent a response that is not valid JSON.', { cause: error })
    return text
  }
}
