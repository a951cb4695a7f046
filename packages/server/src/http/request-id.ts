import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The X-Request-Id of the client if it is well-formed, else a new one. */
export function newRequestId(request?: Pick<IncomingMessage, 'headers'>): string {
  const sent = request?.headers['x-request-id']
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID()
}
