import { sendRaw } from '../../packages/server/test/support/raw-http.ts'
import type { Random } from '../random.ts'

export interface Malformed {
  sent: number
  /** Answers of 5xx. */
  broken: number
  /** Answers of 2xx to bytes that are no request. */
  accepted: number
  failures: string[]
}

/** Sends bytes that are no HTTP over connections of their own, for as long as others send requests. */
export async function malformedWorker(url: string, random: Random, isGoingOn: () => boolean): Promise<Malformed> {
  const found: Malformed = { sent: 0, broken: 0, accepted: 0, failures: [] }
  const work = async () => {
    while (isGoingOn()) {
      const bytes = random.chance(0.5) ? random.pick(malformed) : damaged(random)
      found.sent += 1
      const { replies } = await sendRaw(url, bytes, { answers: 1, withinMs: 1_000 })
      const [reply] = replies
      if (!reply) continue
      const said = `${reply.status}: ${bytes.toString('latin1').slice(0, 200)}`
      if (reply.status >= 500) {
        found.broken += 1
        found.failures.push(`malformed HTTP answered ${said}`)
      } else if (reply.status < 300 && malformed.includes(bytes)) {
        found.accepted += 1
        found.failures.push(`malformed HTTP was accepted with ${said}`)
      }
    }
  }
  await Promise.all([work(), work()])
  return found
}

const head = 'GET /livez HTTP/1.1\r\nHost: x\r\n'
const post = 'POST /v1/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

/** None of these is a request that may be accepted. */
const malformed: Buffer[] = [
  'GET /livez\r\n\r\n',
  'GET /livez HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /livez HTTP/1.1\r\n\r\n',
  'get /livez HTTP/1.1\r\nHost: x\r\n\r\n',
  'GARBAGE /livez HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /livez HTTP/1.1\nHost: x\n\n\0',
  `${head}Content-Length: -1\r\n\r\n`,
  `${head}Content-Length: 1e3\r\n\r\n`,
  `${head}Content-Length: 99999999999999999999\r\n\r\n`,
  `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}}}}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}`,
  `${head}Header without colon\r\n\r\n`,
  `${head}: no name\r\n\r\n`,
  `${head}x\0y: 1\r\n\r\n`,
  `${head}x: a\0b\r\n\r\n`,
  `${head}x: a\rb\r\n\r\n`,
  `${head} folded: line\r\n\r\n`,
  `${head}x: ${'y'.repeat(100_000)}\r\n\r\n`,
  `${head}${'x: y\r\n'.repeat(20_000)}\r\n`,
  `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET /%ff%fe%00 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /v1/public/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /v1/public/..%2f..%2fetc/passwd HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n',
  'TRACE /livez HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\0\0\0\0\0\0',
  '\r\n\r\n\r\n',
  'SSH-2.0-OpenSSH_9.0\r\n',
].map((text) => Buffer.from(text, 'latin1'))

const whole = Buffer.from(`${post}Content-Length: 20\r\n\r\n{"email":"a@b.test"}`, 'latin1')

/** A request with a few other bytes, or cut short. */
function damaged(random: Random): Buffer {
  const bytes = Buffer.from(random.chance(0.5) ? whole : Buffer.from(`${head}Accept: */*\r\n\r\n`))
  for (let change = 0; change <= random.below(4); change++) bytes[random.below(bytes.length)] = random.below(256)
  return random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length)) : bytes
}
