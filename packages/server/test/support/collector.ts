import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { until } from './until.ts'

/** A received span. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  /** 1: internal, 2: server, 3: client. */
  kind: number
  attributes: Record<string, unknown>
  /** 2: error. */
  status: number
  service: Record<string, unknown>
}

/** An OpenTelemetry collector: takes traces by OTLP over HTTP with JSON. */
export interface Collector {
  url: string
  spans: ReceivedSpan[]
  /** The bodies as text. */
  texts: string[]
  headers: IncomingHttpHeaders[]
  /** From now on, exports are received and never answered. */
  fallSilent(): void
  /** Waits for a span. */
  find(isWanted: (span: ReceivedSpan) => boolean, what: string): Promise<ReceivedSpan>
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  const headers: IncomingHttpHeaders[] = []
  let isSilent = false
  const server = createServer(async (request, response: ServerResponse) => {
    const isExport = request.method === 'POST' && request.url === '/v1/traces'
    if (!isExport || request.headers['content-type'] !== 'application/json') {
      response.writeHead(404).end()
      return
    }
    const body = (await json(request)) as Export
    headers.push(request.headers)
    texts.push(JSON.stringify(body))
    spans.push(...spansOf(body))
    if (!isSilent) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    texts,
    headers,
    fallSilent() {
      isSilent = true
    },
    async find(isWanted, what) {
      await until(() => spans.some(isWanted), what)
      return spans.find(isWanted) as ReceivedSpan
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Attributes = { key: string; value: Record<string, unknown> }[]

interface Export {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        attributes: Attributes
        status: { code: number }
      }[]
    }[]
  }[]
}

const spansOf = ({ resourceSpans }: Export): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        kind,
        attributes: valuesOf(attributes),
        status: status.code,
        service: valuesOf(resource.attributes),
      })),
    ),
  )

const valuesOf = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
