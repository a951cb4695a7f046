/** The history that decides when content is read next. */
export interface SyncHistory {
  /** The end of the last attempt. */
  lastMs: number
  /** Attempts without success since the last one with it. */
  failures: number
  /** Whether there was an answer at all. Without a network, retries cause no load. */
  isReached: boolean
  /** A time that the service asked to wait for. */
  notBeforeMs: number
}

export type SyncReason = 'timer' | 'visible' | 'online' | 'asked'

/** When to read for a reason. Random shifts spread the visitors of a festival over time. */
export function dueMs(history: SyncHistory, reason: SyncReason, random: number): number {
  const { lastMs, failures, isReached, notBeforeMs } = history
  const [firstMs, longestMs] = isReached ? [60_000, 1_800_000] : [5_000, 60_000]
  const wait = failures === 0 ? waits[reason] : Math.min(firstMs * 2 ** (failures - 1), longestMs)
  const spread = reason === 'timer' || failures > 0 ? 0.75 + random / 2 : 1
  // The network that came back is the likely end of earlier failures.
  const isFresh = reason === 'online' || reason === 'asked'
  return Math.max(lastMs + (isFresh ? 0 : wait * spread), notBeforeMs)
}

const waits: Record<SyncReason, number> = { timer: 240_000, visible: 60_000, online: 0, asked: 0 }
