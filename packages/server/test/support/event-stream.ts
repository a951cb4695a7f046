import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'

/** One server-sent event. */
export interface StreamEvent {
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any
}

export interface EventStream {
  status: number
  headers: IncomingMessage['headers']
  /** The body of a response that is not a stream. */
  text(): Promise<string>
  /** The next `change` event; undefined when the server ended the stream. */
  next(): Promise<StreamEvent | undefined>
  /** The next `count` events, or fewer when the stream ends. */
  take(count: number): Promise<StreamEvent[]>
  /** The remaining events until the server ends the stream. */
  rest(): Promise<StreamEvent[]>
  close(): void
}

/** Opens a stream on a separate connection. */
export async function openStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const request = get(url, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const isStream = response.statusCode === 200
  const events = isStream ? readEvents(response) : undefined
  const next = async () => (await events?.next())?.value ?? undefined
  const take = async (count: number) => {
    const taken: StreamEvent[] = []
    while (taken.length < count) {
      const event = await next()
      if (!event) break
      taken.push(event)
    }
    return taken
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    async text() {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      return Buffer.concat(parts).toString()
    },
    next,
    take,
    rest: () => take(Number.POSITIVE_INFINITY),
    close: () => request.destroy(),
  }
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<StreamEvent, undefined> {
  let id = ''
  let data: string[] = []
  try {
    for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith('id: ')) id = line.slice(4)
      if (line.startsWith('data: ')) data.push(line.slice(6))
      if (line === '' && data.length > 0) {
        yield { id, data: JSON.parse(data.join('\n')) }
        data = []
      }
    }
  } catch {
    // A closed connection ends the stream as well.
  }
  return undefined
}
