import type { KindName } from '../data/api.ts'
import { targetFields } from '../fields/blocks/target.ts'
import type { Shown } from './words.ts'

/** The destination of a tap in the app. */
export type Destination =
  | { to: 'home' }
  | { to: 'menu' }
  | { to: 'record'; kind: KindName; id: string }
  | { to: 'native'; name: string; query?: Shown | undefined }
  | { to: 'link'; url: string }
  /** The record that is being edited, with its unsaved values. */
  | { to: 'edited' }

/** Reads a navigator. A record overrides a screen of the app, and that a link; undefined when it has no target. */
export function destinationOf(navigator: unknown): Destination | undefined {
  const stored: Shown = Object(navigator)
  for (const { field, kind } of targetFields) {
    const id = stored[field]
    if (typeof id === 'string' && id !== '') return { to: 'record', kind, id }
  }
  const { nativeContent, url, query } = stored
  if (nativeContent === 'home' || nativeContent === 'menu') return { to: nativeContent }
  if (typeof nativeContent === 'string' && nativeContent !== '') {
    return {
      to: 'native',
      name: nativeContent,
      query: typeof query === 'object' && query ? (query as Shown) : undefined,
    }
  }
  return typeof url === 'string' && /^(?:https?|mailto|tel):/i.test(url) ? { to: 'link', url } : undefined
}

export function isSameDestination(one: Destination, other: Destination | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
