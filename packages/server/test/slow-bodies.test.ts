import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { limitArrival } from '../src/http/slow-bodies.ts'

test('a body that is incomplete after a minute is refused, a complete one is accepted', async (t) => {
  const app = Fastify({ logger: false })
  const arrived = new EventEmitter()
  app.addHook('onRequest', (request, _reply, done) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    limitArrival(request)
    arrived.emit('request')
    done()
  })
  app.post('/', async () => 'whole')
  const late: (string | undefined)[] = []
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.removeAllListeners('clientError').on('clientError', (error, socket) => {
    late.push('code' in error ? String(error.code) : undefined)
    socket.destroy()
  })
  t.after(() => app.close())
  const { port } = app.server.address() as { port: number }
  const send = async (body: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n${body}`)
    await once(arrived, 'request')
    return socket
  }
  const whole = await send('whole')
  await once(whole, 'data')
  t.mock.timers.tick(60_000)
  assert.deepEqual(late, [])
  t.mock.timers.reset()
  const slow = await send('who')
  t.mock.timers.tick(59_999)
  assert.deepEqual(late, [])
  t.mock.timers.tick(1)
  assert.deepEqual(late, ['ERR_HTTP_REQUEST_TIMEOUT'])
  whole.destroy()
  slow.destroy()
})
