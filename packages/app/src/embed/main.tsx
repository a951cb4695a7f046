/** @jsxImportSource preact */
import { createEmbeds, type Embeds } from './embeds.tsx'

/**
 * The script of an embed runs once for each of its tags. All of them share the first one's state, so that a page with five views
 * reads the content once.
 */
const shared = window as unknown as { [key: symbol]: Embeds | undefined }
const key = Symbol.for('marquee.embeds')
const { currentScript } = document
const own = currentScript instanceof HTMLScriptElement ? currentScript : undefined
const embeds = shared[key] ?? createEmbeds(new URL(own?.src || location.href).origin)
shared[key] = embeds
embeds.mountAll(own)
