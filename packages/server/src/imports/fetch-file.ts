import { invalid } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { type Outbound, OutboundError, type OutboundReason, type OutboundReply } from '../base/outbound/index.ts'
import type { ImportFile } from '../store/imports/files.ts'

export interface FetchRequest {
  url: string
  /** Sent to the origin of the address alone, because they may contain credentials. */
  headers?: Record<string, string>
}

export interface FetchedFile extends ImportFile {
  url: string
  etag: string | null
  lastModified: string | null
}

/** Downloads a programme file through the guarded client; null when it did not change. Redirects are checked like the first address. */
export type FetchFile = (request: FetchRequest) => Promise<FetchedFile | null>

export function createFetchFile({ outbound }: { outbound: Outbound }): FetchFile {
  return async ({ url: first, headers = {} }) => {
    const until = performance.now() + timeoutMs
    let url = first
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const own = URL.parse(url)?.origin === URL.parse(first)?.origin ? headers : {}
      const reply = await sent(outbound, url, own, Math.max(1, Math.ceil(until - performance.now())))
      const next = redirectOf(reply, url)
      if (next === undefined) return fetchedOf(reply, first, url)
      url = next
    }
    throw unreachable('redirects in circles')
  }
}

async function sent(
  outbound: Outbound,
  url: string,
  headers: Record<string, string>,
  leftMs: number,
): Promise<OutboundReply> {
  try {
    return await outbound.send({
      method: 'GET',
      url,
      headers: { accept: '*/*', 'user-agent': 'Marquee/1.0 (programme import)', ...headers },
      timeoutMs: leftMs,
      maxReplyBytes: maxImportBytes,
    })
  } catch (error) {
    if (error instanceof OutboundError) throw refusalOf(error.reason)
    throw error
  }
}

function fetchedOf({ status, headers, body, isCut }: OutboundReply, asked: string, url: string): FetchedFile | null {
  if (status === 304) return null
  if (status < 200 || status >= 300) throw unreachable(`answers with the status ${status}`)
  if (isCut) throw tooLargeFile()
  return {
    bytes: body,
    isPacked: false,
    name: decodeURIComponent(/[^/]+(?=\/?$)/.exec(URL.parse(asked)?.pathname ?? '')?.[0] ?? '') || null,
    contentType: headers['content-type'] ?? null,
    url,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  }
}

function redirectOf({ status, headers }: OutboundReply, from: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined
  return URL.parse(headers.location, from)?.href
}

function refusalOf(reason: OutboundReason): Error {
  if (reason === 'forbidden_url' || reason === 'forbidden_address')
    return invalid('/url', 'forbidden_url', 'must be a public https address')
  return unreachable(sentences[reason] ?? 'does not answer')
}

const sentences: Partial<Record<OutboundReason, string>> = {
  dns: 'has a name that leads to no public server',
  timeout: 'took too long to answer',
  tls: 'has no valid certificate',
  reset: 'closed the connection before the answer was complete',
}

const unreachable = (what: string) => invalid('/url', 'unreachable', what)

export const tooLargeFile = () =>
  new AppError('body_too_large', `A programme file can have at most ${maxImportBytes} bytes.`)

export const maxImportBytes = 20 * 1_048_576
const timeoutMs = 30_000
const maxRedirects = 5
