import type { MapTiles } from '../rendering.ts'

/** The tiles in the state of the page; undefined where none are configured, and on the server. */
export function mapTiles(): MapTiles | undefined {
  try {
    const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}')
    return typeof state.tiles?.url === 'string' ? state.tiles : undefined
  } catch {
    return undefined
  }
}
