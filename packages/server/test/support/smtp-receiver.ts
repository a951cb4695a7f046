import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedMail {
  /** From the envelope. */
  from: string
  to: string[]
  headers: Map<string, string>
  text: string
}

export interface SmtpReceiver {
  url: string
  /** The next unread mail. */
  next(): Promise<ReceivedMail>
  /** The total number of mails. */
  count(): number
  close(): Promise<void>
}

/** A local SMTP server that accepts everything: just enough SMTP for one client. */
export async function openSmtpReceiver(): Promise<SmtpReceiver> {
  const waiting: ReceivedMail[] = []
  const askers: ((mail: ReceivedMail) => void)[] = []
  const sockets = new Set<Socket>()
  let received = 0
  const deliver = (mail: ReceivedMail) => {
    received += 1
    const asker = askers.shift()
    if (asker) asker(mail)
    else waiting.push(mail)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(socket, deliver).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    next: () => {
      const mail = waiting.shift()
      return mail ? Promise.resolve(mail) : new Promise((resolve) => askers.push(resolve))
    },
    count: () => received,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function converse(socket: Socket, deliver: (mail: ReceivedMail) => void): Promise<void> {
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
      deliver({ from, to, ...parseMessage(data) })
      data = undefined
      to = []
      say('250 taken')
    } else if (/^MAIL FROM:/i.test(line)) {
      from = addressIn(line)
      say('250 ok')
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
