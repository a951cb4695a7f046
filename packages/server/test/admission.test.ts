import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createAdmission } from '../src/http/admission.ts'
import { createOverloadQueue, mostWaiting } from '../src/http/overload-queue.ts'
import { createRefusedConnections, pauseMs } from '../src/http/refused-connections.ts'
import { until } from './support/until.ts'

test('no more requests are admitted than there are places, and an ended one makes room', () => {
  const admission = createAdmission({ max: 2, maxBurst: 2, maxLate: 2 }, () => 0)
  const [first, second] = [admission.begin(), admission.begin()]
  assert(admission.isFull())
  assert.equal(admission.refused(), 0)
  admission.countRefused()
  assert.equal(admission.refused(), 1)
  first?.()
  assert(!admission.isFull())
  const third = admission.begin()
  assert(admission.isFull())
  second?.()
  third?.()
  assert(!admission.isFull())
})

test('a request that takes long gives up its place after five seconds, and its end frees no second one', () => {
  let nowMs = 0
  const admission = createAdmission({ max: 2, maxBurst: 2, maxLate: 2 }, () => nowMs)
  const [waiting, other] = [admission.begin(), admission.begin()]
  nowMs = 4_999
  assert(admission.isFull())
  nowMs = 5_000
  assert(!admission.isFull())
  const fresh = [admission.begin(), admission.begin()]
  assert(admission.isFull())
  waiting?.()
  other?.()
  assert(admission.isFull())
  fresh[0]?.()
  assert(!admission.isFull())
  nowMs = 3_600_000
  admission.begin()
  assert(!admission.isFull())
  admission.begin()
  assert(admission.isFull())
})

test('requests that arrive at the same moment are worked on beyond the places, up to a limit', () => {
  const admission = createAdmission({ max: 2, maxBurst: 4, maxLate: 2 }, () => 0)
  const ends = Array.from({ length: 4 }, admission.begin)
  assert(admission.isFull())
  assert.equal(admission.places(), 0)
  assert.equal(admission.begin(), undefined)
  for (const end of ends.slice(1)) end?.()
  assert.equal(admission.places(), 1)
})

test('fewer requests are too many when they take more than a second', () => {
  let nowMs = 0
  const admission = createAdmission({ max: 100, maxBurst: 100, maxLate: 2 }, () => nowMs)
  const ends = Array.from({ length: 5 }, admission.begin)
  assert(!admission.isFull())
  nowMs = 2_000
  assert(admission.isFull())
  for (const end of ends.slice(1)) end?.()
  assert(!admission.isFull())
})

describe('under overload', () => {
  test('requests wait in their order for a place, and those that find the queue full do not', async () => {
    const admission = createAdmission({ max: 2, maxBurst: 2, maxLate: 2 })
    const worked: number[] = []
    const ends = [admission.begin(), admission.begin()]
    const queue = createOverloadQueue(admission, {
      work: (request) => {
        worked.push(numberOf(request))
        ends.push(admission.begin())
      },
      refuse: (request) => assert.fail(`${request.url} was refused`),
    })
    assert(queue.isEmpty())
    for (let number = 0; number < mostWaiting; number++) assert(queue.add(...exchange(number)))
    assert(!queue.add(...exchange(mostWaiting)))
    assert.deepEqual(worked, [])
    const order = Array.from({ length: mostWaiting }, (_, number) => number)
    while (!queue.isEmpty()) {
      assert(ends.length <= 2, 'more than there are places')
      ends.shift()?.()
      await setImmediate()
    }
    assert.deepEqual(worked, order)
  })

  test('requests wait for more than two seconds while others are completed', async () => {
    const admission = createAdmission({ max: 1, maxBurst: 1, maxLate: 1 })
    const worked: number[] = []
    let end = admission.begin()
    const queue = createOverloadQueue(admission, {
      work: (request) => {
        worked.push(numberOf(request))
        end = admission.begin()
      },
      refuse: (request) => assert.fail(`${request.url} was refused`),
    })
    const order = Array.from({ length: 10 }, (_, number) => number)
    for (const number of order) queue.add(...exchange(number))
    const working = setInterval(() => end?.(), 300)
    await until(() => queue.isEmpty(), 'the turn of each')
    clearInterval(working)
    assert.deepEqual(worked, order)
  })

  test('a request whose client has gone is skipped, and one that waits in vain is refused', async () => {
    const admission = createAdmission({ max: 1, maxBurst: 1, maxLate: 1 })
    const [worked, refused]: [number[], number[]] = [[], []]
    const end = admission.begin()
    const queue = createOverloadQueue(admission, {
      work: (request) => {
        worked.push(numberOf(request))
        admission.begin()
      },
      refuse: (request) => refused.push(numberOf(request)),
    })
    const gone = exchange(0)
    for (const waiting of [gone, exchange(1), exchange(2)]) queue.add(...waiting)
    gone[1].destroy()
    end?.()
    await until(() => worked.length > 0, 'a request that found a place')
    assert.deepEqual([worked, refused], [[1], []])
    await until(() => queue.isEmpty(), 'a refusal of the other')
    assert.deepEqual([worked, refused], [[1], [2]])
  })

  test('the next request of a refused connection is read later, with or without a body, and others are not', async (t) => {
    const connections = createRefusedConnections()
    const server = createServer((request, response) => {
      connections.pause(request, response)
      response.writeHead(503).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    for (const text of [
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody',
    ]) {
      const hasty = connect(port, '127.0.0.1')
      t.after(() => hasty.destroy())
      for (let turn = 0; turn < 3; turn++) {
        const sentMs = performance.now()
        hasty.write(text)
        await once(hasty, 'data')
        const tookMs = performance.now() - sentMs
        // The refusal was sent a moment before it arrived here.
        if (turn > 0) assert(tookMs > pauseMs - 50, `answered after ${tookMs} ms`)
        const other = connect(port, '127.0.0.1')
        other.write(text)
        await once(other, 'data')
        other.destroy()
      }
    }
  })
})

/** A request with its number, and its response. */
function exchange(number: number): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket())
  request.url = `/${number}`
  return [request, new ServerResponse(request)]
}

const numberOf = ({ url }: IncomingMessage) => Number(url?.slice(1))
