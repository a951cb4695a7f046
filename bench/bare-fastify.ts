import Fastify from 'fastify'
import type { BareRoute } from './bare.ts'

// The yardstick, in its own process: a Fastify with one route that sends prepared bytes, or what it was sent.
process.once('message', async ({ path, status, headers, bodies, echoes }: BareRoute) => {
  const app = Fastify()
  const prepared = bodies.map((body) => Buffer.from(body))
  let next = 0
  if (echoes)
    app.route({ method: echoes, url: path, handler: (request, reply) => reply.code(status).send(request.body) })
  else if (status === 200)
    app.get(path, (_request, reply) => reply.headers(headers).send(prepared[next++ % prepared.length]))
  else app.get(path, (_request, reply) => reply.code(status).send())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.(Number(new URL(url).port))
})
process.once('disconnect', () => process.exit())
