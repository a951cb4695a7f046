import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { Sending, Sent } from './sender.ts'

const { port, connections, requests, durationMs, perSecond } = workerData as Sending
const bytes = requests.map((text) => Buffer.from(text))
const statuses: Record<number, number> = {}
const [goodMs, refusedMs]: [number[], number[]] = [[], []]
let [next, sent, isOver] = [0, 0, false]

interface Line {
  send(): boolean
  close(): void
}

/** One connection, opened again when it is closed. A request is sent only when the last one was answered. */
function openLine(): Line {
  let socket: Socket | undefined
  let isFree = false
  let sentAt = 0
  let received = ''
  const answered = (status: number) => {
    isFree = true
    statuses[status] = (statuses[status] ?? 0) + 1
    const ms = performance.now() - sentAt
    if (status >= 200 && status < 300) goodMs.push(ms)
    else refusedMs.push(ms)
    if (perSecond === undefined) send()
  }
  const open = () => {
    received = ''
    socket = connect({ host: '127.0.0.1', port, noDelay: true })
    socket.setEncoding('latin1')
    socket.on('connect', () => {
      isFree = true
      if (perSecond === undefined) send()
    })
    socket.on('data', (chunk: string) => {
      received += chunk
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end + 2))?.[1]
      if (length === undefined || received.length < end + 4 + Number(length)) return
      const status = Number(received.slice(9, 12))
      received = ''
      answered(status)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      const isLost = !isFree && sentAt > 0
      isFree = false
      if (isOver) return
      if (isLost) statuses[0] = (statuses[0] ?? 0) + 1
      setTimeout(open, 100)
    })
  }
  const send = () => {
    if (!isFree || isOver) return false
    isFree = false
    sentAt = performance.now()
    sent += 1
    socket?.write(bytes[next++ % bytes.length] as Buffer)
    return true
  }
  open()
  return { send, close: () => socket?.destroy() }
}

const lines: Line[] = []
// Not all at once: the queue of new connections is short.
for (let at = 0; at < connections; at++) {
  lines.push(openLine())
  if (at % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 20))
}
const startedAt = performance.now()
const before = performance.eventLoopUtilization()
let at = 0
let due = 0
while (performance.now() - startedAt < durationMs) {
  if (perSecond !== undefined) {
    const wanted = ((performance.now() - startedAt) / 1_000) * perSecond
    // A connection that waits for an answer is passed over; when all do, the rest is not sent.
    for (let tries = 0; due < wanted && tries < connections; tries++) if (lines[at++ % connections]?.send()) due += 1
    due = Math.max(due, Math.floor(wanted))
  }
  await new Promise((resolve) => setTimeout(resolve, 2))
}
const seconds = (performance.now() - startedAt) / 1_000
const { utilization } = performance.eventLoopUtilization(before)
isOver = true
for (const line of lines) line.close()
parentPort?.postMessage({
  sent,
  seconds,
  statuses,
  goodMs: Float64Array.from(goodMs),
  refusedMs: Float64Array.from(refusedMs),
  busy: utilization,
} satisfies Sent)
