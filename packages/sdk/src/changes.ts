import { readEvents } from './event-stream.ts'
import { MarqueeProblem, MarqueeUnreachable } from './problem.ts'
import { sleep } from './retry.ts'
import type { Change } from './shapes.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { Presence } from './types.ts'
import type { WebAbortSignal } from './web-types.ts'

export interface ChangesPage {
  /** The changes that the key may see. */
  data: Change[]
  /** Pass it as the next `since`. */
  next: number
  has_more: boolean
}

export interface StreamOptions {
  /** Start after this sequence number; when absent, with the next change. */
  since?: number | undefined
  /** Ends the stream. */
  signal?: WebAbortSignal | undefined
  /** Called with everybody on a record whenever that changes. Only for signed-in people. */
  onPresence?: ((presence: Presence) => void) | undefined
  /** Called whenever the stream opens, and whenever it broke and is reconnecting. */
  onState?: ((state: 'open' | 'reconnecting') => void) | undefined
}

export async function readChangesPage(
  transport: Transport,
  path: string,
  query: { since?: number; limit?: number },
  options?: CallOptions,
): Promise<ChangesPage> {
  const { data: page } = await transport.send<ReceivedPage>('GET', path, { ...options, query })
  return { ...page, data: page.data.filter(isVisible) }
}

/** The number of a change that the key may not see. It shows that no change was lost; callers do not need it. */
interface WithheldChange {
  sequence: number
  withheld: true
}

type ReceivedPage = Omit<ChangesPage, 'data'> & { data: (Change | WithheldChange)[] }

const isVisible = (entry: Change | WithheldChange): entry is Change => !('withheld' in entry)

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

/** Changes as they happen, without an end. A broken stream is resumed after the last change received. */
export async function* followChanges(
  transport: Transport,
  path: string,
  { since, signal, onState, onPresence }: StreamOptions,
): AsyncGenerator<Change, void, undefined> {
  let lastId: string | undefined
  let pauseMs = firstPauseMs
  let failures = 0
  while (true) {
    const silenceTimeout = new SilenceTimeout(signal)
    try {
      const query = { ...(lastId === undefined && { since }), ...(onPresence && { presence: true }) }
      const headers = { accept: 'text/event-stream', 'last-event-id': lastId }
      const response = await transport.open(path, { signal: silenceTimeout.signal, query, headers })
      onState?.('open')
      for await (const event of readEvents(bodyOf(response), () => silenceTimeout.restart())) {
        failures = 0
        pauseMs = event.retryMs ?? pauseMs
        if (event.event === 'presence') {
          if (event.data) onPresence?.(JSON.parse(event.data))
          continue
        }
        const entry: Change | WithheldChange | undefined = event.data && JSON.parse(event.data)
        if (entry && isVisible(entry)) yield entry
        // Only after the consumer took the change, so that one it did not take is sent again.
        lastId = event.id ?? lastId
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!isTransient(error)) throw error
      if (error instanceof MarqueeProblem && error.retryAfterSeconds !== undefined)
        await sleep(error.retryAfterSeconds * 1_000, signal)
    } finally {
      silenceTimeout.end()
    }
    onState?.('reconnecting')
    await sleep(Math.min(longestPauseMs, pauseMs * 2 ** failures) * (0.5 + Math.random() / 2), signal)
    failures += 1
  }
}

const firstPauseMs = 2_000
const longestPauseMs = 30_000
/** The service sends a heartbeat every 15 seconds. */
const longestSilenceMs = 45_000

/** Aborts a connection that was silent for too long: it can be dead without the client having been notified. */
class SilenceTimeout {
  readonly #controller = new AbortController()
  readonly signal: AbortSignal
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(outer: AbortSignal | undefined) {
    this.signal = outer ? AbortSignal.any([outer, this.#controller.signal]) : this.#controller.signal
    this.restart()
  }

  restart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(), longestSilenceMs)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#controller.abort()
  }
}

/** Whether the error is transient. Refusals are not. */
const isTransient = (error: unknown) =>
  error instanceof MarqueeProblem ? error.status === 429 || error.status >= 500 : !(error instanceof SyntaxError)

function bodyOf({ body }: Response): ReadableStream<Uint8Array> {
  if (!body) throw new MarqueeUnreachable('The response to the stream request has no body.')
  return body
}
