import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import { bulkMs } from '../store/limits.ts'
import { forgetFiles, markUnused, takeLeaving } from '../store/records/media.ts'
import { type FileStore, folderOf } from './files.ts'
import type { Incoming } from './incoming.ts'
import { arrivingMs } from './keep.ts'

export interface SweepParts {
  db: Db
  clock: Clock
  files: FileStore
  incoming: Incoming
  /** How long the file of a deleted media is kept: it may come back with a revision. */
  keptDays: number
}

/** Before when nothing can be under way any more, by our clock and by that of the disk. */
export interface CutOff {
  clockMs: number
  diskMs: number
}

export const rightNow = (clock: Clock): CutOff => ({ clockMs: clock.now(), diskMs: Date.now() })
const longAgo = (clock: Clock): CutOff => ({ clockMs: clock.now() - arrivingMs, diskMs: Date.now() - arrivingMs })

/**
 * Removes files that no record shows any more, and what those who were cut off left behind. Bytes go before the row that tells of them,
 * so one that is killed here is followed by another who finds the same. Several nodes may do it at once.
 */
export async function sweep(parts: SweepParts, cutOff: CutOff = longAgo(parts.clock)): Promise<void> {
  const { clock, files, incoming } = parts
  const db = parts.db.withLimit(bulkMs)
  const nowMs = clock.now()
  await incoming.clear(cutOff.diskMs)
  await db.transaction((tx) => markUnused(tx, new Date(nowMs)))
  const before = {
    unused: new Date(nowMs - parts.keptDays * dayMs),
    arriving: new Date(cutOff.clockMs),
  }
  for (;;) {
    const leaving = await db.transaction((tx) => takeLeaving(tx, before, biteSize))
    if (leaving.length === 0) return
    for (const place of leaving) await files.removeFolder(folderOf(place))
    await db.transaction((tx) => forgetFiles(tx, leaving))
  }
}

const dayMs = 86_400_000
const biteSize = 100
