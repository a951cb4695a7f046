import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { until } from '../../server/test/support/until.ts'
import { readEvents } from '../src/event-stream.ts'
import { type Change, Marquee } from '../src/index.ts'
import { collect } from './collect.ts'
import { json, localServer, problem } from './local-server.ts'

const change = (sequence: number) => ({ sequence, kind: 'broadcastHost', id: 'a', operation: 'update', fields: [] })
const frame = (sequence: number) => `id: ${sequence}\nevent: change\ndata: ${JSON.stringify(change(sequence))}\n\n`

/** Sends some text as a stream, then closes the connection. */
const stream = (text: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
  response.socket?.end()
}

test('a broken stream resumes after the last complete change, and ends with the first refusal', async () => {
  const server = await localServer(
    stream(`retry: 1\nid: 4\n\n${frame(5)}: still here\n\nid: 6\nevent: change\ndata: {"sequ`),
    stream(''),
    problem(503, 'unavailable', { 'retry-after': '0' }),
    stream(`retry: 1\nid: 5\n\n${frame(6)}`),
    problem(401, 'unauthenticated'),
  )
  const seen: number[] = []
  const states: string[] = []
  const follow = async () => {
    const broadcast = new Marquee({ baseUrl: server.url, apiKey: 'k' }).broadcast('u', 'b')
    for await (const { sequence } of broadcast.stream({ since: 4, onState: (state) => states.push(state) }))
      seen.push(sequence)
  }
  await assert.rejects(follow(), { code: 'unauthenticated' }).finally(server.close)
  assert.deepEqual(seen, [5, 6])
  assert.equal(states[0], 'open')
  assert.deepEqual(
    server.received.map(({ path, headers }) => [path.split('stream')[1], headers['last-event-id']]),
    [
      ['?since=4', undefined],
      ['', '5'],
      ['', '5'],
      ['', '5'],
      ['', '6'],
    ],
  )
  assert.equal(server.received[0]?.headers['x-api-key'], 'k')
})

test('leaving the loop closes the stream; a signal ends it with its reason', async () => {
  let closed = 0
  const open = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(frame(1))
    response.on('close', () => {
      closed += 1
    })
  }
  const server = await localServer(open)
  const broadcast = new Marquee({ baseUrl: server.url }).broadcast('u', 'b')
  for await (const { sequence } of broadcast.stream()) {
    assert.equal(sequence, 1)
    break
  }
  const controller = new AbortController()
  const reason = new Error('enough')
  const follow = async () => {
    for await (const _ of broadcast.stream({ signal: controller.signal })) setImmediate(() => controller.abort(reason))
  }
  await assert.rejects(follow(), reason)
  await until(() => closed >= 2, 'the end of both connections')
  await server.close()
})

test('events are parsed correctly however the bytes are split into chunks', async () => {
  const bytes = new TextEncoder().encode(
    'id: 1\r\nevent: change\r\ndata: {"é":1}\r\ndata: x\r\n\r\n:c\n\nretry: 7\ndata\n\nid: 2',
  )
  for (const size of [1, 2, 3, 7, 1_000]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    assert.deepEqual(await collect(readEvents(body)), [
      { id: '1', event: 'change', data: '{"é":1}\nx', retryMs: undefined },
      { id: undefined, event: 'message', data: undefined, retryMs: undefined },
      { id: undefined, event: 'message', data: '', retryMs: 7 },
    ])
  }
})

test('changes are read page by page up to now', async () => {
  const server = await localServer(
    json(200, { data: [change(1), change(2)], next: 2, has_more: true }),
    json(200, { data: [change(3)], next: 9, has_more: false }),
  )
  const broadcast = new Marquee({ baseUrl: server.url }).broadcast('u', 'b')
  const seen: Change[] = await collect(broadcast.changes({ since: 0 })).finally(server.close)
  assert.deepEqual(
    seen.map(({ sequence }) => sequence),
    [1, 2, 3],
  )
  assert.deepEqual(
    server.received.map(({ path }) => path.split('?')[1]),
    ['since=0&limit=1000', 'since=2&limit=1000'],
  )
})

test('a change that the key may not see is passed over, in pages and in the stream', async () => {
  const withheld = { sequence: 2, withheld: true }
  const server = await localServer(
    json(200, { data: [change(1), withheld, change(3)], next: 3, has_more: false }),
    stream(`retry: 1\n\n${frame(1)}id: 2\nevent: change\ndata: ${JSON.stringify(withheld)}\n\n`),
    problem(401, 'unauthenticated'),
  )
  const broadcast = new Marquee({ baseUrl: server.url }).broadcast('u', 'b')
  assert.deepEqual(
    (await collect(broadcast.changes())).map(({ sequence }) => sequence),
    [1, 3],
  )
  const followed: number[] = []
  const follow = async () => {
    for await (const { sequence } of broadcast.stream()) followed.push(sequence)
  }
  await assert.rejects(follow(), { code: 'unauthenticated' }).finally(server.close)
  assert.deepEqual(followed, [1])
  assert.equal(server.received.at(-1)?.headers['last-event-id'], '2')
})
