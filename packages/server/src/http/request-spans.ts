import type { FastifyInstance } from 'fastify'
import { isWithin } from '../base/outbound/index.ts'
import type { Tracing } from '../base/tracing.ts'

/**
 * Traces every request. The path, the query and the headers stay out: they contain ids of people, tokens and search terms.
 * A body arrives in events of the socket; the framework itself returns from them to the context of the request.
 */
export function addRequestSpans(app: FastifyInstance, tracing: Tracing, trustedProxies: string[]): void {
  const isTrusted = isWithin(trustedProxies)
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers
    const span = tracing.request({
      method: request.method,
      route: request.is404 ? undefined : request.routeOptions.url,
      requestId: request.id,
      // Anyone else could add to traces of others, or have every request recorded.
      parent: typeof traceparent === 'string' && isTrusted(request.socket.remoteAddress) ? traceparent : undefined,
    })
    // Also where the connection breaks before the response is sent.
    reply.raw.once('close', () => {
      const { membership, site } = request.authorized ?? {}
      const status = reply.raw.headersSent ? reply.raw.statusCode : undefined
      span.end({ status, broadcastId: (membership ?? site)?.broadcastId })
    })
    span.run(done)
  })
}
