import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { createThreads, type Threads } from '../base/threads.ts'
import { beginningOf, type ContentFormat, escaped, estimateMs } from './rich-text-size.ts'
import type { RichTextTask } from './rich-text-task.ts'

/** Renders HTML and excerpts of rich text, once per text. */
export interface RichText {
  /** HTML that is safe to put on a page. */
  html(broadcastId: string, content: string, format: ContentFormat): string | Promise<string>
  /** The beginning as plain text. */
  excerpt(broadcastId: string, content: string, format: ContentFormat): string | Promise<string>
  close(): Promise<void>
}

/**
 * Results are cached by a hash of the content. Content that takes longer than a few milliseconds is rendered in a thread:
 * one for ordinary articles and one for the rest, so that an ordinary one never waits for a heavy one. In each, broadcasts
 * are served round-robin.
 */
export function createRichText({ maxBytes = 16_777_216 }: { maxBytes?: number } = {}): RichText {
  const cache = createCache(maxBytes)
  const running = new Map<string, Promise<string>>()
  const script = new URL('./rich-text-thread.ts', import.meta.url)
  const open = () => createThreads<RichTextTask, string>({ script, timeoutMs: 10_000, maxMemoryMb: 128 })
  const threads = { ordinary: open(), heavy: open() }

  const renderInThread = async (pool: Threads<RichTextTask, string>, broadcastId: string, task: RichTextTask) =>
    (await pool.run(broadcastId, task)) ?? (task.purpose === 'html' ? escaped(task.content) : '')

  const render = (broadcastId: string, task: RichTextTask): string | Promise<string> => {
    if (task.content.length < tinyLength) return renderRichText(task)
    const key = `${task.purpose} ${task.format} ${hash('sha1', task.content, 'base64url')}`
    const known = cache.find(key) ?? running.get(key)
    if (known !== undefined) return known
    const ms = estimateMs(task.purpose, task.content, task.format)
    if (ms <= directMs) return cache.add(key, renderRichText(task))
    const made = renderInThread(ms <= ordinaryMs ? threads.ordinary : threads.heavy, broadcastId, task)
      .then((text) => cache.add(key, text))
      .finally(() => running.delete(key))
    running.set(key, made)
    return made
  }

  return {
    html: (broadcastId, content, format) => render(broadcastId, { purpose: 'html', content, format }),
    excerpt: (broadcastId, content, format) =>
      render(broadcastId, { purpose: 'excerpt', content: beginningOf(content), format }),
    async close() {
      await Promise.all([threads.ordinary.close(), threads.heavy.close()])
    },
  }
}

/** The parsers of Markdown and HTML are 75 files. They are loaded with the first text, so that a start does not wait for them. */
export const loadRichText = () => require('./rich-text-task.ts') as typeof import('./rich-text-task.ts')

const require = createRequire(import.meta.url)

const renderRichText = (task: RichTextTask) => loadRichText().renderRichText(task)

const tinyLength = 200
const directMs = 4
const ordinaryMs = 40

/** An LRU cache of texts, bounded in bytes. */
function createCache(maxBytes: number) {
  const texts = new Map<string, string>()
  let bytes = 0
  const sizeOf = (text: string) => text.length * 2 + 200
  const drop = (key: string, text: string) => {
    texts.delete(key)
    bytes -= sizeOf(text)
  }
  return {
    find(key: string): string | undefined {
      const text = texts.get(key)
      if (text === undefined) return undefined
      texts.delete(key)
      texts.set(key, text)
      return text
    },
    add(key: string, text: string): string {
      const old = texts.get(key)
      if (old !== undefined) drop(key, old)
      texts.set(key, text)
      bytes += sizeOf(text)
      for (const [oldest, oldestText] of texts) {
        if (bytes <= maxBytes) break
        drop(oldest, oldestText)
      }
      return text
    },
  }
}
