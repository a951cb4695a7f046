/** @jsxImportSource preact */
import { mountEmbed } from './mount.tsx'
import { openSource, type Source } from './source.ts'

export interface Embeds {
  /** Puts a view in the place of every script tag that asks for one. */
  mountAll(own: HTMLScriptElement | undefined): void
}

export function createEmbeds(origin: string): Embeds {
  const sources = new Map<string, Source>()
  const sourceOf = (tag: HTMLScriptElement) => {
    const from = tag.src === '' ? origin : new URL(tag.src).origin
    const name = tag.dataset.marquee ?? ''
    const key = `${from} ${name}`
    const source = sources.get(key) ?? openSource(from, name)
    sources.set(key, source)
    return source
  }
  return {
    mountAll(own) {
      const tags = new Set(document.querySelectorAll<HTMLScriptElement>('script[data-marquee]'))
      // One inside of a shadow root is not found by a query.
      if (own?.dataset.marquee !== undefined && own.isConnected) tags.add(own)
      for (const tag of tags) mountEmbed(tag, sourceOf(tag))
    },
  }
}
