import Fastify from 'fastify'
import type { BareAnswer } from './bare.ts'

// The yardstick, in its own process: a Fastify with one route that sends prepared bytes.
process.once('message', async ({ path, status, headers, body }: BareAnswer) => {
  const app = Fastify()
  const bytes = Buffer.from(body)
  if (status === 200) app.get(path, (_request, reply) => reply.headers(headers).send(bytes))
  else app.get(path, (_request, reply) => reply.code(status).send())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.(Number(new URL(url).port))
})
process.once('disconnect', () => process.exit())
