import { createServer, type Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observe(request: FastifyRequest, reply: FastifyReply): void
  /** Serves Prometheus on a separate listener, so that metrics are never public. */
  listen(at: { host: string; port: number }): Promise<Server>
}

export function createMetrics(pool: { total(): number; idle(): number; waiting(): number }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'marquee_http_request_duration_seconds',
    help: 'How long requests took, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'marquee_database_connections',
    help: 'Connections of the pool, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.total())
      this.set({ state: 'idle' }, pool.idle())
      this.set({ state: 'waiting' }, pool.waiting())
    },
  })
  return {
    observe(request, reply) {
      const labels = {
        route: request.routeOptions.url ?? 'none',
        method: request.method,
        status: String(reply.statusCode),
      }
      durations.observe(labels, reply.elapsedTime / 1_000)
    },
    async listen({ host, port }) {
      const server = createServer(async (request, response) => {
        if (request.url !== '/metrics') {
          response.writeHead(404).end()
          return
        }
        response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
      })
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, resolve)
      })
      return server
    },
  }
}
