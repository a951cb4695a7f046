import type { IncomingMessage } from 'node:http'

/**
 * Whether the path of a target is in normal form, so that the router, the cache, the throttle and every handler parse it
 * identically (docs/decisions/0108): no empty, `.` or `..` segment, no `#`, no backslash, and no percent-encoding of a letter, a
 * digit, `-`, `.`, `_` or NUL. Anything else that `encodeURIComponent` produces is accepted, and so is any query.
 */
export const isNormalTarget = (target: string): boolean => normalTarget.test(target)

/** Every character has one way to match, so the time is linear in the length. */
const normalTarget = new RegExp(
  [
    '^(?=/)(?:/(?!\\.{1,2}(?:[/?]|$))',
    '(?:[!"$&-.0->@-\\[\\]-~]|%(?!00|2[DEde]|3\\d|4[1-9A-Fa-f]|5[\\dAFaf]|6[1-9A-Fa-f]|7[\\dAa])[\\dA-Fa-f]{2})+)*',
    '/?(?:\\?[^#]*)?$',
  ].join(''),
)

/** Whether the last segment of a target is empty. Only routes that declare it accept it: others would read it as an empty id. */
export function endsWithSlash(target: string): boolean {
  const at = target.indexOf('?')
  return target.charCodeAt((at < 0 ? target.length : at) - 1) === slash
}

/**
 * Converts a target in absolute form (`GET http://host/path`, RFC 9112, 3.2.2) to origin form before anything parses it. Its
 * authority replaces Host. Other forms stay as they are, and are not normal.
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url = '' } = request
  if (url.charCodeAt(0) === slash) return
  const [, authority, path = ''] = absoluteForm.exec(url) ?? []
  if (authority === undefined) return
  request.url = path.startsWith('/') ? path : `/${path}`
  request.headers.host = authority
}

const slash = 0x2f
const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/i

/**
 * Whether a request has exactly one Host: a name or an address, with an optional port (RFC 9112, 3.2). Only HTTP/1.0 may omit
 * it.
 */
export function hasValidHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let count = 0
  // Node returns the first of several in `headers`.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  if (count > 1 || (count === 0 && httpVersion !== '1.0')) return false
  return headers.host === undefined || host.test(headers.host)
}

const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
