import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  /** The raw bytes, compressed if requested. */
  body: Buffer
}

/** Sends one request to this machine, and returns the raw response. */
export function ask(port: number, method: string, path: string, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
      buffer(reply).then((body) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }), reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}
