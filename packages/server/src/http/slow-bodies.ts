import type { FastifyRequest } from 'fastify'

/** A body must arrive within a minute. Only uploads may take longer, so the server's own timeout is the one for uploads. */
export function limitArrival({ raw, server }: FastifyRequest): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
  if (length === '0' && coding === undefined) return
  // The error is created only when it is needed: its stack trace took a twentieth of the time of a write.
  const timer = setTimeout(() => server.server.emit('clientError', lateError(), raw.socket), withinMs).unref()
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

const lateError = () =>
  Object.assign(new Error('the body took too long to arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const withinMs = 60_000
