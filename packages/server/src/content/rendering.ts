import { answerTooLarge, maxAnswerBytes } from '../base/answer-size.ts'
import { createGate, type Gate } from '../base/gate.ts'
import { Slices } from '../base/turns.ts'
import type { ContentFormat } from './rich-text.ts'
import type { RichText } from './rich-text-cache.ts'

/** Builds one response from stored content, in slices between which other requests are handled. */
export interface Rendering {
  broadcastId: string
  /** HTML that is safe to put on a page. */
  html(content: string, format: ContentFormat): string | Promise<string>
  /** The beginning of rich text as plain text. */
  excerpt(content: string, format: ContentFormat): string | Promise<string>
  /** Maps a list item by item. `bytesOf` returns how many bytes of JSON an item has. */
  map<T, U>(
    items: readonly T[],
    bytesOf: (item: T, index: number) => number,
    map: (item: T, index: number) => U | Promise<U>,
  ): Promise<U[]>
  /** Joins the pieces of a response, which is refused when it exceeds the maximum size. */
  join(pieces: Iterable<string>): Promise<string>
}

export interface Renderer {
  /** Builds one response. The number per broadcast, and of large ones in total, is limited, so that memory is bounded. */
  render<T>(broadcastId: string, work: (rendering: Rendering) => Promise<T>): Promise<T>
  /**
   * Builds the response to a write in its transaction, which must not wait for a thread: where it would have to, the attempt is
   * aborted, the rich text is rendered, and the write is retried.
   */
  write<T>(broadcastId: string, attempt: (rendering: Rendering) => Promise<T>): Promise<T>
  /** For background work, which may wait. */
  inBackground(broadcastId: string): Rendering
}

export function createRenderer(richText: RichText): Renderer {
  const perBroadcast = new Map<string, { gate: Gate; users: number }>()
  const large = createGate({ limit: 4, maxWaiting: 100, refusal: busy })

  /** Waits until the broadcast has a free slot for building a response. */
  const enter = async (broadcastId: string): Promise<() => void> => {
    const entry = perBroadcast.get(broadcastId) ?? {
      gate: createGate({ limit: 16, maxWaiting: 500, refusal: busy }),
      users: 0,
    }
    perBroadcast.set(broadcastId, entry)
    entry.users += 1
    const forget = () => {
      entry.users -= 1
      if (entry.users === 0) perBroadcast.delete(broadcastId)
    }
    try {
      const leave = await entry.gate.enter()
      return () => {
        leave()
        forget()
      }
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    async render(broadcastId, work) {
      const leave = await enter(broadcastId)
      let leaveLarge: (() => void) | undefined
      const onLarge = async () => {
        leaveLarge = await large.enter()
      }
      try {
        return await work(createRendering(richText, broadcastId, onLarge))
      } finally {
        leaveLarge?.()
        leave()
      }
    },
    async write(broadcastId, attempt) {
      const ready = new Map<string, string>()
      for (;;) {
        try {
          return await attempt(createRendering(withoutWaiting(richText, ready), broadcastId, never))
        } catch (error) {
          if (!(error instanceof NotReady)) throw error
          ready.set(error.key, await error.making)
        }
      }
    },
    inBackground: (broadcastId) => createRendering(richText, broadcastId, never),
  }
}

const never = async () => {}

/** Rich text that a transaction would have to wait for. */
class NotReady extends Error {
  readonly key: string
  readonly making: Promise<string>

  constructor(key: string, making: Promise<string>) {
    super('the rich text of a write is not ready')
    this.key = key
    this.making = making
  }
}

function withoutWaiting(richText: RichText, ready: Map<string, string>): RichText {
  const at =
    (purpose: 'html' | 'excerpt'): RichText['html'] =>
    (broadcastId, content, format) => {
      const made = richText[purpose](broadcastId, content, format)
      if (typeof made === 'string') return made
      const key = `${purpose} ${format} ${content}`
      const known = ready.get(key)
      if (known === undefined) throw new NotReady(key, made)
      return known
    }
  return { html: at('html'), excerpt: at('excerpt'), close: never }
}

function createRendering(richText: RichText, broadcastId: string, onLarge: () => Promise<void>): Rendering {
  const slices = new Slices()
  let total = 0
  let isLarge = false
  const spend = (bytes: number): Promise<void> | undefined => {
    total += bytes
    if (isLarge || total < largeBytes) return slices.spend(bytes)
    isLarge = true
    return onLarge()
  }
  return {
    broadcastId,
    html: (content, format) => richText.html(broadcastId, content, format),
    excerpt: (content, format) => richText.excerpt(broadcastId, content, format),
    async map(items, bytesOf, map) {
      const mapped = []
      for (const [index, item] of items.entries()) {
        const pause = spend(bytesOf(item, index))
        if (pause) await pause
        const made = map(item, index)
        mapped.push(made instanceof Promise ? await made : made)
      }
      return mapped
    },
    async join(pieces) {
      const all: string[] = []
      let length = 0
      for (const piece of pieces) {
        length += piece.length
        if (length > maxAnswerBytes) throw answerTooLarge()
        all.push(piece)
        const pause = spend(Math.max(piece.length, leastBytes))
        if (pause) await pause
      }
      return all.join('')
    },
  }
}

/** The number of bytes of a body as JSON, for `map`. */
export const bytesOfText = (text: string): number => text.length
export const bytesOfBody = ({ body }: { body: string }): number => body.length

/** The cost of a parsed record of unknown size: as a view of Surface A, as stored, and as an article with its text. */
export const typicalBytes = { view: () => 1_000, record: () => 2_000, article: () => 20_000 }

const largeBytes = 4_194_304
/** The minimum cost of a piece: building it took time, however short it is. */
const leastBytes = 256
const busy = 'Too many large responses are being built at the moment.'
