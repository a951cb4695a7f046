import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { until } from './until.ts'

export interface ReceivedMail {
  /** From the envelope. */
  from: string
  to: string[]
  headers: Map<string, string>
  text: string
}

export interface SmtpReceiver {
  url: string
  /** The next unread mail; it is waited for, but not for ever. */
  next(): Promise<ReceivedMail>
  /** The total number of mails. */
  count(): number
  /** Refuses this many mails, as a server does that is busy. */
  refuse(times: number): void
  /** Takes mails without confirming them, until `release`. */
  hold(): void
  release(): void
  close(): Promise<void>
}

/** A local SMTP server for one client. It refuses recipients that begin with `nobody@` and accepts all others. */
export async function openSmtpReceiver(): Promise<SmtpReceiver> {
  const waiting: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let received = 0
  let refusals = 0
  let isHolding = false
  const verdict = () => {
    refusals -= 1
    return refusals >= 0 ? 'refuse' : isHolding ? 'hold' : 'confirm'
  }
  const deliver = (mail: ReceivedMail) => {
    received += 1
    waiting.push(mail)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(socket, deliver, verdict).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    async next() {
      await until(() => waiting.length > 0, 'a mail')
      return waiting.shift() as ReceivedMail
    },
    count: () => received,
    refuse(times) {
      refusals = times
    },
    hold() {
      isHolding = true
    },
    release() {
      isHolding = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function converse(
  socket: Socket,
  deliver: (mail: ReceivedMail) => void,
  verdict: () => 'refuse' | 'hold' | 'confirm',
): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let from = ''
  let to: string[] = []
  let data: string[] | undefined
  say('220 receiver')
  for await (const line of createInterface(socket)) {
    if (data) {
      if (line !== '.') {
        data.push(line.startsWith('.') ? line.slice(1) : line)
        continue
      }
      const does = verdict()
      if (does !== 'refuse') deliver({ from, to, ...parseMessage(data) })
      data = undefined
      to = []
      if (does !== 'hold') say(does === 'confirm' ? '250 taken' : '451 busy, try later')
    } else if (/^MAIL FROM:/i.test(line)) {
      from = addressIn(line)
      say('250 ok')
    } else if (/^RCPT TO:<nobody@/i.test(line)) {
      say('550 no such user')
    } else if (/^RCPT TO:/i.test(line)) {
      to.push(addressIn(line))
      say('250 ok')
    } else if (/^DATA$/i.test(line)) {
      data = []
      say('354 go on')
    } else if (/^QUIT$/i.test(line)) {
      say('221 bye')
      socket.end()
    } else {
      say('250 receiver')
    }
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

function parseMessage(lines: string[]): { headers: Map<string, string>; text: string } {
  const gap = lines.indexOf('')
  const headers = new Map<string, string>()
  for (const line of lines.slice(0, gap).join('\n').replaceAll(/\n\s+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, text: decode(lines.slice(gap + 1).join('\n'), headers.get('content-transfer-encoding') ?? '7bit') }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
