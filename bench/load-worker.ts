import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import type { Load, Outcome } from './load.ts'

parentPort?.on('message', async (load: Load) => {
  const reply = await run(load).catch((error: Error) => ({ failure: error.message }))
  parentPort?.postMessage(reply)
})

async function run(load: Load): Promise<Outcome> {
  const failed = Promise.withResolvers<never>()
  const latenciesMs: number[] = []
  const silence = failWhenSilent(() => latenciesMs.length, failed.reject)
  const source = createSource(load)
  const connections = Array.from({ length: load.connections }, () =>
    openConnection(load, source, (latencyMs) => latenciesMs.push(latencyMs), failed.reject),
  )
  try {
    await Promise.race([failed.promise, Promise.all(connections.map(({ opened }) => opened))])
    const before = performance.eventLoopUtilization()
    const startedAt = performance.now()
    if (load.durationMs !== undefined) source.endAt(startedAt + load.durationMs)
    await Promise.race([failed.promise, Promise.all(connections.map(({ work }) => work()))])
    const seconds = (performance.now() - startedAt) / 1_000
    const { utilization } = performance.eventLoopUtilization(before)
    return {
      perSecond: latenciesMs.length / seconds,
      latenciesMs: Float64Array.from(latenciesMs),
      busy: utilization,
    }
  } finally {
    clearInterval(silence)
    for (const { close } of connections) close()
  }
}

/** Ends a load that gets no responses any more, so that a bench does not wait for ever. */
function failWhenSilent(count: () => number, fail: (error: Error) => void) {
  let seen = -1
  return setInterval(() => {
    if (count() === seen) fail(new Error(`no response came for ${longestSilenceMs / 1_000} s, after ${seen}`))
    seen = count()
  }, longestSilenceMs)
}

const longestSilenceMs = 60_000

/** Yields requests until the time is over or all are sent. */
function createSource({ requests, durationMs, isUnrepeated = false }: Load) {
  const bytes = requests.map((text) => Buffer.from(text))
  let next = 0
  let endMs = Number.POSITIVE_INFINITY
  return {
    endAt(ms: number) {
      endMs = ms
    },
    take(nowMs: number): Buffer | undefined {
      if (nowMs >= endMs) return undefined
      if (next === bytes.length && durationMs !== undefined && !isUnrepeated) next = 0
      return bytes[next++]
    },
  }
}

/**
 * One connection. It parses only the status and length of a response and counts the remaining bytes, and reuses its read
 * buffer. That keeps the generator much cheaper than the servers it measures.
 */
function openConnection(
  load: Load,
  source: ReturnType<typeof createSource>,
  onAnswer: (latencyMs: number) => void,
  onFailure: (error: Error) => void,
) {
  const finished = Promise.withResolvers<void>()
  /** The received part of the head; most heads arrive in one piece. */
  let head: Buffer | undefined
  /** The missing bytes of the body; undefined while the head is incomplete. */
  let left: number | undefined
  let sentAt = 0
  let unchecked = load.body ? createComparison(load.body) : undefined

  const send = () => {
    sentAt = performance.now()
    const request = source.take(sentAt)
    if (request) socket.write(request)
    else finished.resolve()
  }
  const receive = (chunk: Buffer, length: number) => {
    const [bytes, size] = head
      ? [Buffer.concat([head, chunk.subarray(0, length)]), head.length + length]
      : [chunk, length]
    const end = bytes.indexOf(headEnd)
    if (end < 0 || end + 4 > size) {
      head = Buffer.from(bytes.subarray(0, size))
      return
    }
    head = undefined
    if (statusOf(bytes) !== load.status) throw new Error(`an answer is ${bytes.toString('latin1', 0, size)}`)
    const bodyLength = lengthOf(bytes, end, load.status)
    if (load.body && bodyLength !== load.body.length) throw new Error(`an answer has ${bodyLength} bytes`)
    left = bodyLength
    receiveBody(bytes, end + 4, size)
  }
  const receiveBody = (bytes: Buffer, from: number, to: number) => {
    unchecked?.(bytes.subarray(from, to))
    left = (left ?? 0) - (to - from)
    if (left < 0) throw new Error('the server sent more bytes than expected')
    if (left > 0) return
    left = undefined
    unchecked = undefined
    onAnswer(performance.now() - sentAt)
    send()
  }
  const socket: Socket = connect({
    host: '127.0.0.1',
    port: load.port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(262_144),
      callback(length, bytes) {
        const chunk = bytes as Buffer
        try {
          if (left === undefined) receive(chunk, length)
          else receiveBody(chunk, 0, length)
        } catch (error) {
          onFailure(error instanceof Error ? error : new Error(String(error)))
        }
        return true
      },
    },
  })
  socket.on('error', onFailure)
  socket.on('end', () => onFailure(new Error('the server closed a connection')))
  return {
    opened: once(socket, 'connect'),
    work() {
      send()
      return finished.promise
    },
    close: () => socket.destroy(),
  }
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('\r\ncontent-length: ')
const lengthNameOfNode = Buffer.from('\r\nContent-Length: ')

/** The three digits after `HTTP/1.1 `. */
const statusOf = (bytes: Buffer) =>
  100 * ((bytes[9] ?? 0) - zero) + 10 * ((bytes[10] ?? 0) - zero) + (bytes[11] ?? 0) - zero

function lengthOf(bytes: Buffer, end: number, status: number): number {
  if (status === 304 || status === 204) return 0
  const ours = bytes.indexOf(lengthName)
  const at = ours >= 0 && ours < end ? ours : bytes.indexOf(lengthNameOfNode)
  if (at < 0 || at >= end) throw new Error('a response has no Content-Length')
  let length = 0
  for (let place = at + lengthName.length; bytes[place] !== carriageReturn; place++) {
    length = length * 10 + (bytes[place] ?? 0) - zero
  }
  return length
}

const carriageReturn = 13
const zero = 48

/** Compares received bytes with the expected ones, piece by piece. */
function createComparison(expected: Uint8Array) {
  let at = 0
  return (piece: Buffer) => {
    const same = expected.subarray(at, at + piece.length)
    if (piece.compare(same) !== 0) {
      const place = same.findIndex((byte, index) => byte !== piece[index])
      const [got, wanted] = [piece, Buffer.from(same)].map((bytes) => bytes.toString('utf8', place - 60, place + 60))
      throw new Error(`a response differs from the expected one: ${got}, expected ${wanted}`)
    }
    at += piece.length
  }
}
