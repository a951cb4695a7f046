import { readEvents } from './event-stream.ts'
import { MarqueeProblem, MarqueeUnreachable } from './problem.ts'
import { sleep } from './retry.ts'
import type { Change } from './shapes.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface ChangesPage {
  data: Change[]
  /** What to ask for as `since` the next time. */
  next: number
  has_more: boolean
}

export interface StreamOptions {
  /** Start after this sequence number; with what comes next when absent. */
  since?: number | undefined
  /** Ends the stream. */
  signal?: AbortSignal | undefined
  /** Told whenever the stream is open, and whenever it broke and is being opened again. */
  onState?: ((state: 'open' | 'reconnecting') => void) | undefined
}

export async function readChangesPage(
  transport: Transport,
  path: string,
  query: { since?: number; limit?: number },
  options?: CallOptions,
): Promise<ChangesPage> {
  return (await transport.send<ChangesPage>('GET', path, { ...options, query })).data
}

/** Every change after `since`, up to now. */
export async function* readChanges(
  transport: Transport,
  path: string,
  { since = 0, limit = 1_000 }: { since?: number; limit?: number },
  options?: CallOptions,
): AsyncGenerator<Change, void, undefined> {
  let page: ChangesPage = { data: [], next: since, has_more: true }
  while (page.has_more) {
    page = await readChangesPage(transport, path, { since: page.next, limit }, options)
    yield* page.data
  }
}

/** Changes as they happen, without an end. A stream that breaks is opened again from the change that came last. */
export async function* followChanges(
  transport: Transport,
  path: string,
  { since, signal, onState }: StreamOptions,
): AsyncGenerator<Change, void, undefined> {
  let lastId: string | undefined
  let pauseMs = firstPauseMs
  let failures = 0
  while (true) {
    const silence = new Silence(signal)
    try {
      const query = lastId === undefined ? { since } : {}
      const headers = { accept: 'text/event-stream', 'last-event-id': lastId }
      const response = await transport.open(path, { signal: silence.signal, query, headers })
      onState?.('open')
      for await (const event of readEvents(bodyOf(response), () => silence.broken())) {
        failures = 0
        pauseMs = event.retryMs ?? pauseMs
        if (event.data !== undefined) yield JSON.parse(event.data)
        // Only now: a change that was not taken is sent again.
        lastId = event.id ?? lastId
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      if (error instanceof MarqueeProblem && error.retryAfterSeconds !== undefined)
        await sleep(error.retryAfterSeconds * 1_000, signal)
    } finally {
      silence.end()
    }
    onState?.('reconnecting')
    await sleep(Math.min(longestPauseMs, pauseMs * 2 ** failures) * (0.5 + Math.random() / 2), signal)
    failures += 1
  }
}

const firstPauseMs = 2_000
const longestPauseMs = 30_000
/** The service says every 15 seconds that it is still there. */
const longestSilenceMs = 45_000

/** Ends a connection over which nothing has come for too long: it may be dead without anybody having said so. */
class Silence {
  readonly #controller = new AbortController()
  readonly signal: AbortSignal
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(outer: AbortSignal | undefined) {
    this.signal = outer ? AbortSignal.any([outer, this.#controller.signal]) : this.#controller.signal
    this.broken()
  }

  broken(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(), longestSilenceMs)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#controller.abort()
  }
}

/** Whether it may be better in a moment. A refusal stays one. */
const isPassing = (error: unknown) =>
  error instanceof MarqueeProblem ? error.status === 429 || error.status >= 500 : !(error instanceof SyntaxError)

function bodyOf({ body }: Response): ReadableStream<Uint8Array> {
  if (!body) throw new MarqueeUnreachable('The stream has no body.')
  return body
}
