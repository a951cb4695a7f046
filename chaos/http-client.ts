import { connect, type Socket } from 'node:net'
import type { Reply } from '../packages/server/test/support/service.ts'

/** Sends raw requests over a few keep-alive connections, one at a time on each. */
export interface HttpClient {
  send(request: string | Buffer): Promise<Reply>
  close(): void
}

export interface RequestParts {
  method: string
  path: string
  headers?: Record<string, string>
  /** JSON text. */
  body?: string | undefined
}

/** A request as bytes. Nothing is escaped or checked. */
export function requestBytes({ method, path, headers = {}, body }: RequestParts): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body)
  const all = {
    host: 'localhost',
    ...(content && { 'content-type': 'application/json', 'content-length': String(content.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return content ? Buffer.concat([head, content]) : head
}

export function createHttpClient(port: number, connections: number): HttpClient {
  const idle: Connection[] = Array.from({ length: connections }, () => createConnection(port))
  const all = [...idle]
  const waiting: ((connection: Connection) => void)[] = []
  return {
    async send(request) {
      const connection = idle.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)))
      try {
        return await connection.send(request)
      } finally {
        const next = waiting.shift()
        if (next) next(connection)
        else idle.push(connection)
      }
    },
    close() {
      for (const connection of all) connection.close()
    },
  }
}

interface Connection {
  send(request: string | Buffer): Promise<Reply>
  close(): void
}

/** A connection that is opened again after the service closed it. */
function createConnection(port: number): Connection {
  let socket: Socket | undefined
  let received: Buffer[] = []
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void; timer: NodeJS.Timeout } | undefined

  const drop = () => {
    socket?.destroy()
    socket = undefined
    received = []
  }
  const settle = (reply: Reply | Error) => {
    const { resolve, reject, timer } = waiting ?? {}
    clearTimeout(timer)
    waiting = undefined
    if (reply instanceof Error) reject?.(reply)
    else resolve?.(reply)
  }
  const fail = (reason: string) => {
    drop()
    settle(new Error(reason))
  }
  const open = () => {
    const opened = connect({ host: '127.0.0.1', port, noDelay: true })
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket !== opened) return
      const rest = Buffer.concat(received)
      const reply = readReply(rest, true)
      drop()
      settle(reply?.reply ?? new Error(`closed after ${rest.length} bytes: ${rest.subarray(0, 200)}`))
    })
    opened.on('data', (chunk) => {
      if (socket !== opened) return
      received.push(chunk)
      const read = readReply(received.length === 1 ? chunk : Buffer.concat(received), false)
      if (!read) return
      received = []
      // Bytes after the answer belong to no request, and streams do not end.
      if (read.isLast) drop()
      settle(read.reply)
    })
    return opened
  }
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => fail(`no answer within ${patienceMs} ms`), patienceMs)
        waiting = { resolve, reject, timer }
        socket ??= open()
        socket.write(request)
      }),
    close: drop,
  }
}

const patienceMs = 60_000

/** The answer at the start of the bytes, if it is complete. */
function readReply(bytes: Buffer, isClosed: boolean): { reply: Reply; isLast: boolean } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  if (status < 200) return readReply(bytes.subarray(end + 4), isClosed)
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  const content = isStream ? { body: '', size: 0 } : contentOf(bytes.subarray(end + 4), status, headers, isClosed)
  if (!content) return undefined
  const text = content.body.toString()
  const isLast = isStream || headers.get('connection') === 'close' || bytes.length > end + 4 + content.size
  return { reply: { status, headers, text, body: parsed(text) }, isLast }
}

function contentOf(
  rest: Buffer,
  status: number,
  headers: Headers,
  isClosed: boolean,
): { body: Buffer | string; size: number } | undefined {
  if (status === 204 || status === 304) return { body: '', size: 0 }
  if (headers.get('transfer-encoding') === 'chunked') return chunksOf(rest)
  const length = headers.get('content-length')
  if (length === null) return isClosed ? { body: rest, size: rest.length } : undefined
  return rest.length < Number(length) ? undefined : { body: rest.subarray(0, Number(length)), size: Number(length) }
}

function chunksOf(rest: Buffer): { body: Buffer; size: number } | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const end = rest.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(rest.toString('latin1', at, end), 16)
    if (rest.length < end + 2 + size + 2) return undefined
    if (size === 0) return { body: Buffer.concat(chunks), size: end + 4 }
    chunks.push(rest.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

function parsed(text: string): unknown {
  if (text.length < longText) return parsedAnew(text)
  const known = long.get(text)
  if (known) return known.body
  if (long.size >= maxLong) long.clear()
  const body = parsedAnew(text)
  long.set(text, { body })
  return body
}

function parsedAnew(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Long answers, such as the OpenAPI document, are the same many times. */
const long = new Map<string, { body: unknown }>()
const longText = 50_000
const maxLong = 20
