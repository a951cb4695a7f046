import { connect } from 'node:net'

export interface RawReply {
  status: number
  headers: Map<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

export interface RawExchange {
  replies: RawReply[]
  /** Whether the service closed the connection. */
  isClosed: boolean
}

/**
 * Sends raw bytes over a separate connection, and waits for so many responses or the end of the connection. Without a number,
 * it waits 5 s for the end: some tests expect that the connection stays open.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer | Iterable<string | Buffer>,
  options: { answers?: number; withinMs?: number } = {},
): Promise<RawExchange> {
  const { answers = Number.POSITIVE_INFINITY } = options
  const { withinMs = options.answers === undefined ? 5_000 : 60_000 } = options
  const { hostname, port } = new URL(url)
  const pieces = typeof bytes === 'string' || Buffer.isBuffer(bytes) ? [bytes] : bytes
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received = Buffer.alloc(0)
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ replies: readReplies(received), isClosed })
    }
    const timer = setTimeout(() => finish(false), withinMs)
    socket.on('connect', () => writeAll(socket, pieces))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (readReplies(received).length >= answers) finish(false)
    })
    // A service that ignores the rest of a request may reset the connection after its response.
    socket.on('error', () => {})
    socket.on('close', () => finish(true))
    socket.on('end', () => finish(true))
  })
}

/** A request as text, with CRLF line endings. */
export function requestText(line: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${[line, ...lines].join('\r\n')}\r\n\r\n${body}`
}

async function writeAll(socket: import('node:net').Socket, pieces: Iterable<string | Buffer>): Promise<void> {
  for (const piece of pieces) {
    if (!socket.writable) return
    if (!socket.write(piece)) {
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve)
        socket.once('close', () => resolve())
      })
    }
  }
}

/** The complete responses among the bytes. */
function readReplies(bytes: Buffer): RawReply[] {
  const replies: RawReply[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return replies
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers.get('content-length') ?? 0)
    if (rest.length < end + 4 + length) return replies
    const text = rest.subarray(end + 4, end + 4 + length).toString('utf8')
    const status = Number(statusLine.split(' ')[1])
    if (status >= 200) replies.push({ status, headers, text, body: parseOr(text) })
    rest = rest.subarray(end + 4 + length)
  }
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
