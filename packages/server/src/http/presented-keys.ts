import type { IncomingMessage } from 'node:http'

/** Every key that was sent, in any header and any number of times. Of repeated headers Node returns only the first, or all joined. */
export function presentedKeys(request: IncomingMessage): string[] {
  const { authorization, 'x-api-key': apiKey } = request.headers
  if (authorization === undefined && apiKey === undefined) return []
  if (authorization === undefined && typeof apiKey === 'string' && !apiKey.includes(',')) return [apiKey]
  if (apiKey === undefined && isSentOnce(request.rawHeaders, 'authorization')) return [bearerOf(authorization) ?? '']
  const { authorization: bearers = [], 'x-api-key': apiKeys = [] } = request.headersDistinct
  return [...bearers.map((header) => bearerOf(header) ?? ''), ...apiKeys]
}

/** The key that was sent, when there is exactly one. */
export function onlyPresentedKey(request: IncomingMessage): string | undefined {
  const keys = presentedKeys(request)
  return keys.length === 1 ? keys[0] : undefined
}

export function bearerOf(authorization: string | undefined): string | undefined {
  // The usual spelling; the regular expression takes as long as finding the key.
  if (authorization?.startsWith('Bearer ') && !authorization.includes(' ', 7)) return authorization.slice(7)
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

function isSentOnce(rawHeaders: string[], name: string): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1
  }
  return count === 1
}
