import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import { bulkMs } from '../store/limits.ts'
import { tryLock } from '../store/locks.ts'
import { forgetFiles, markUnused, takeLeaving } from '../store/records/media.ts'
import { type FileStore, folderOf } from './files.ts'
import type { Incoming } from './incoming.ts'
import { arrivingMs } from './keep.ts'

export interface SweepParts {
  db: Db
  clock: Clock
  files: FileStore
  incoming: Incoming
  /** How long the file of a deleted media is kept: restoring a revision may need it. */
  keptDays: number
}

/** Uploads that began before this are abandoned, by the service's clock and by the file system's. */
export interface CutOff {
  clockMs: number
  diskMs: number
}

export const rightNow = (clock: Clock): CutOff => ({ clockMs: clock.now(), diskMs: Date.now() })
const longAgo = (clock: Clock): CutOff => ({ clockMs: clock.now() - arrivingMs, diskMs: Date.now() - arrivingMs })

/**
 * Deletes files that no record uses, and abandoned uploads. The bytes are deleted before their row, so that the next sweep
 * repeats an interrupted one. Several nodes can sweep at once.
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
    // A backup needs the files that its snapshot refers to; the next sweep deletes them.
    const leaving = await db.transaction(async (tx) =>
      (await tryLock(tx, 'backup')) ? takeLeaving(tx, before, batchSize) : [],
    )
    if (leaving.length === 0) return
    for (const place of leaving) await files.removeFolder(folderOf(place))
    await db.transaction((tx) => forgetFiles(tx, leaving))
  }
}

const dayMs = 86_400_000
const batchSize = 100
