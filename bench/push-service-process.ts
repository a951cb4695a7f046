import { createServer } from 'node:http'
import type { PushedMessage } from './push-service.ts'

/** How long an answer takes. */
const delayMs = Number(process.argv[2] ?? 0)
const pushed: PushedMessage[] = []
const reached = new Set<string>()
const browsers = new Set<string>()
let [inFlight, mostInFlight] = [0, 0]

const server = createServer((request, response) => {
  const browser = request.url ?? ''
  const message: PushedMessage = { browser, topic: String(request.headers.topic), atMs: Date.now(), answeredMs: null }
  inFlight += 1
  mostInFlight = Math.max(mostInFlight, inFlight)
  response.on('close', () => {
    inFlight -= 1
  })
  const answer = () => {
    if (response.destroyed) return
    message.answeredMs = Date.now()
    response.writeHead(201).end()
  }
  request.resume().on('end', () => {
    pushed.push(message)
    browsers.add(browser)
    reached.add(`${message.topic} ${browser}`)
    if (delayMs > 0) setTimeout(answer, delayMs)
    else answer()
  })
}).listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})

process.on('message', (asked) =>
  process.send?.(
    asked === 'log'
      ? { pushed }
      : { browsers: browsers.size, messages: pushed.length, reached: reached.size, mostInFlight },
  ),
)
process.on('disconnect', () => process.exit())
