import { maxDataValues, parseJson } from '../../base/json.ts'
import { OutboundError, type OutboundReply } from '../../base/outbound/index.ts'
import { oneOf, required, within } from '../config-checks.ts'
import { redacted } from '../redact.ts'
import type { NodeCall, NodeType } from './node.ts'
import { NodeError } from './node-error.ts'
import type { ReadReply, ReplyFile } from './services.ts'

/**
 * Calls a URL through the guarded client. After a crash it may be called again, with the same Idempotency-Key. A response other than
 * 2xx is an error.
 */
export const http: NodeType = {
  check: (checking) => [
    ...required(checking, 'url'),
    ...oneOf(checking, 'method', methods),
    ...oneOf(checking, 'responseType', responseTypes),
    ...within(checking, 'timeoutMs', 1, maxTimeoutMs),
  ],
  createRun:
    ({ outbound, credentials, content, readReply }) =>
    async (call) => {
      const { config, state } = call
      const url = urlOf(config)
      const method = methodOf(config.method)
      const { body, type } = bodyOf(config.body, method)
      const { headers, secrets } = config.credential
        ? await credentials.authorize(state.row.broadcast_id, config.credential, url, call.signal)
        : { headers: {}, secrets: [] }
      try {
        const reply = await outbound.send({
          method,
          url: url.href,
          headers: {
            'user-agent': 'Marquee-Workflows/1.0',
            ...(type && { 'content-type': type }),
            ...headersOf(config.headers),
            'idempotency-key': call.executionId,
            ...headers,
          },
          ...(body !== undefined && { body }),
          timeoutMs: timeoutOf(call),
          maxReplyBytes,
          signal: call.signal,
        })
        if (reply.status === 401 && config.credential) credentials.forget(state.row.broadcast_id, config.credential)
        const { broadcast_id: broadcastId } = state.row
        const read = async (as: 'programme' | 'xml', file: ReplyFile) =>
          readReply(broadcastId, { as, file, timeZone: await content.findTimeZone(broadcastId) })
        return { output: redacted(await outputOf(reply, config.responseType, url.href, read), secrets) }
      } catch (error) {
        throw explained(error, secrets)
      }
    },
}

function urlOf({ url: text, query }: Record<string, unknown>): URL {
  const url = typeof text === 'string' ? URL.parse(text) : null
  if (!url) throw new NodeError('invalid_config', 'url must be a complete URL')
  for (const [name, value] of Object.entries(Object(query))) {
    for (const one of [value].flat()) if (one !== null && one !== undefined) url.searchParams.append(name, String(one))
  }
  return url
}

function methodOf(method: unknown): string {
  const wanted = method === undefined || method === null ? 'GET' : String(method).toUpperCase()
  if (!methods.includes(wanted)) throw new NodeError('invalid_config', `method must be one of ${methods.join(', ')}`)
  return wanted
}

function bodyOf(body: unknown, method: string): { body?: string; type?: string } {
  if (body === undefined || body === null || method === 'GET' || method === 'HEAD') return {}
  return typeof body === 'string'
    ? { body, type: 'text/plain; charset=utf-8' }
    : { body: JSON.stringify(body), type: 'application/json' }
}

function headersOf(headers: unknown): Record<string, string> {
  const given = Object.entries(Object(headers)).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)]))
}

function timeoutOf({ config, remainingMs }: NodeCall): number {
  const wanted = typeof config.timeoutMs === 'number' ? config.timeoutMs : defaultTimeoutMs
  return Math.max(1, Math.min(wanted, maxTimeoutMs, remainingMs))
}

async function outputOf(
  reply: OutboundReply,
  responseType: unknown,
  url: string,
  read: (as: 'programme' | 'xml', file: ReplyFile) => ReturnType<ReadReply>,
): Promise<object> {
  if (reply.isCut) throw new NodeError('response_too_large', `The response has more than ${maxReplyBytes} bytes.`)
  const { status, headers } = reply
  const text = reply.body.toString('utf8')
  if (status < 200 || status > 299)
    throw new NodeError('http_status', `The server responded with ${status}: ${text.slice(0, keptChars)}`)
  if (responseType === 'text' || text === '') return { status, headers, body: responseType === 'text' ? text : null }
  if (responseType === 'programme' || responseType === 'xml') {
    const answer = await read(responseType, { bytes: reply.body, url, contentType: headers['content-type'] })
    if (answer && 'value' in answer) return { status, headers, body: answer.value }
    throw new NodeError('response_unreadable', answer?.unreadable ?? 'The response takes too long to read.')
  }
  const parsed = parseJson(text, maxDataValues)
  if ('fault' in parsed)
    throw new NodeError('response_not_json', `The response is not usable as JSON: it ${parsed.fault.message}.`)
  return { status, headers, body: parsed.value }
}

/** An error message without the secrets that the response may repeat. */
function explained(error: unknown, secrets: string[]): unknown {
  if (error instanceof OutboundError) return new NodeError(`http_${error.reason}`, error.message)
  if (error instanceof NodeError) return new NodeError(error.code, redacted(error.message, secrets))
  return error
}

const responseTypes = ['json', 'text', 'programme', 'xml']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const maxReplyBytes = 1_048_576
const defaultTimeoutMs = 15_000
const maxTimeoutMs = 60_000
const keptChars = 1_000
