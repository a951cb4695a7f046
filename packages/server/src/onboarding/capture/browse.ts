import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { type Outbound, OutboundError, type OutboundReason, type OutboundReply } from '../../base/outbound/index.ts'

export interface Fetched {
  /** The final URL, after redirects. */
  url: string
  /** Its media type, in lower case, without parameters. */
  type: string
  /** As the server declared it, with parameters. */
  contentType: string
  bytes: Buffer
  /** Decodes the bytes with the encoding of the response or of the page. */
  text(): string
}

export interface FetchOptions {
  accept: string
  maxBytes?: number
  timeoutMs?: number
  signal?: AbortSignal
}

/** Fetches a URL as a browser would: follows redirects, each checked like the first. Throws `BrowseFailed`. */
export type Browse = (url: string, options: FetchOptions) => Promise<Fetched>

/** A URL could not be fetched. The message is shown to the person who entered it. */
export class BrowseFailed extends Error {
  /** A retry may succeed. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isPassing = isPassing
  }
}

export function createBrowse({ outbound, isHttpAllowed }: { outbound: Outbound; isHttpAllowed: boolean }): Browse {
  return async (address, { accept, maxBytes = pageBytes, timeoutMs = pageMs, signal }) => {
    const until = performance.now() + timeoutMs
    let url = address
    for (let hop = 0; hop <= maxRedirects; hop++) {
      // Where plain http is not allowed, the site is requested over https, which almost every site supports.
      const target = isHttpAllowed ? url : url.replace(/^http:/i, 'https:')
      const leftMs = Math.max(1, Math.ceil(until - performance.now()))
      const reply = await sent(outbound, { target, accept, maxBytes, timeoutMs: leftMs, signal })
      const next = redirectOf(reply, target)
      if (next === undefined) return fetchedOf(reply, target, maxBytes)
      url = next
    }
    throw new BrowseFailed('The website redirects in circles.')
  }
}

/** The limits of one page. */
export const pageBytes = 5 * 1_048_576
export const pageMs = 20_000
const maxRedirects = 5

async function sent(
  outbound: Outbound,
  call: { target: string; accept: string; maxBytes: number; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<OutboundReply> {
  try {
    return await outbound.send({
      method: 'GET',
      url: call.target,
      headers: { accept: call.accept, 'user-agent': userAgent, 'accept-language': 'fr, en;q=0.9, es;q=0.8, *;q=0.5' },
      timeoutMs: call.timeoutMs,
      maxReplyBytes: call.maxBytes,
      ...(call.signal && { signal: call.signal }),
    })
  } catch (error) {
    if (call.signal?.aborted) throw call.signal.reason
    if (!(error instanceof OutboundError)) throw error
    const { message, isPassing = false } = sentences[error.reason]
    throw new BrowseFailed(message, { isPassing, cause: error })
  }
}

/** A name by which operators of sites can recognize us, or block us. */
const userAgent = 'Mozilla/5.0 (compatible; MarqueeOnboarding/1.0)'

const sentences: Record<OutboundReason, { message: string; isPassing?: boolean }> = {
  forbidden_url: { message: 'This address must not be opened.' },
  forbidden_address: { message: 'The address leads into a private network, which is not opened from here.' },
  dns: { message: 'There is no public website at this address; check its name.', isPassing: true },
  connect: { message: 'The website does not respond.', isPassing: true },
  timeout: { message: 'The website took too long to respond.', isPassing: true },
  tls: { message: 'The website has no valid certificate, so its identity cannot be verified.' },
  reset: { message: 'The website closed the connection before the response was complete.', isPassing: true },
  too_large_headers: { message: 'The website did not return a web page.' },
  aborted: { message: 'The service stopped while the website was read.', isPassing: true },
  other: { message: 'The website did not return a web page.' },
}

function redirectOf({ status, headers }: OutboundReply, from: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined
  const next = URL.parse(headers.location, from)
  if (!next || !['http:', 'https:'].includes(next.protocol))
    throw new BrowseFailed('The website redirects to an address that is not a website.')
  return next.href
}

async function fetchedOf(reply: OutboundReply, url: string, maxBytes: number): Promise<Fetched> {
  const { status, headers, isCut } = reply
  if (status < 200 || status >= 300) throw refusalOf(status)
  if (isCut) throw tooLarge(maxBytes)
  const bytes = await unpacked(reply.body, headers['content-encoding'] ?? '', maxBytes)
  const contentType = (headers['content-type'] ?? '').toLowerCase()
  const type = (contentType.split(';')[0] ?? '').trim()
  return { url, type, contentType, bytes, text: () => decoded(bytes, /charset="?([\w.:-]+)/.exec(contentType)?.[1]) }
}

function refusalOf(status: number): BrowseFailed {
  if (status === 404 || status === 410) return new BrowseFailed(`There is no page at this address (${status}).`)
  if (status === 401 || status === 403 || status === 451)
    return new BrowseFailed(`The website refuses to be read (${status}).`)
  const isPassing = status === 429 || status >= 500
  return new BrowseFailed(`The website has an error (${status}).`, { isPassing })
}

const tooLarge = (maxBytes: number) =>
  new BrowseFailed(`The page is larger than ${Math.round(maxBytes / 1_048_576)} MiB.`)

/** We request identity encoding; some servers compress anyway. A body that decompresses to more than the limit is refused. */
async function unpacked(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  const unpack = unpackers[encoding.trim().toLowerCase()]
  if (!unpack) return bytes
  try {
    return await unpack(bytes, { maxOutputLength })
  } catch (error) {
    const isTooMuch = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooMuch
      ? tooLarge(maxOutputLength)
      : new BrowseFailed('The website did not return a web page.', { cause: error })
  }
}

const unpackers: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

function decoded(bytes: Buffer, declared: string | undefined): string {
  const head = bytes.subarray(0, 2_048).toString('latin1')
  const named =
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]{0,200}encoding=["']([\w.:-]+)/.exec(head)?.[1]
  for (const label of [declared, named, 'utf-8']) {
    try {
      if (label) return new TextDecoder(label).decode(bytes)
    } catch {
      // An unknown encoding; the next one is tried.
    }
  }
  return bytes.toString('utf8')
}
