import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A server that sends the given responses in order and records the requests. */
export async function localServer(...answers: ((response: ServerResponse, request: IncomingMessage) => void)[]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, body })
    const answer = answers[Math.min(received.length, answers.length) - 1]
    answer?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(body))

export const problem = (status: number, code: string, headers: Record<string, string> = {}, extra: object = {}) =>
  json(
    status,
    {
      type: `urn:marquee:problem:${code}`,
      title: 'Title',
      status,
      detail: 'What happened.',
      code,
      request_id: 'r1',
      errors: [],
      ...extra,
    },
    { 'content-type': 'application/problem+json', ...headers },
  )
