import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from './failure.ts'

/**
 * Builds a folder next to its destination and renames it when it is complete, so that a process killed halfway leaves
 * nothing behind that counts. If another process was faster, its folder stays and ours is removed.
 */
export async function buildFolder(target: string, build: (folder: string) => Promise<void>): Promise<void> {
  const folder = nameBeside(target)
  await mkdir(folder, { mode: 0o700 })
  try {
    await build(folder)
    await rename(folder, target).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  await syncFolder(dirname(target))
}

/** Moves a folder away in one step, however long removing its content takes. */
export async function discardFolder(target: string): Promise<void> {
  const folder = nameBeside(target)
  await rename(target, folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

/**
 * Removes the leftovers of builds that were killed halfway. Only those of the given users: root
 * must not traverse a tree that another user put into a temporary folder and can still change.
 */
export async function removeLeftovers(target: string, ownerUids: (number | undefined)[]): Promise<void> {
  const prefix = `${basename(target)}.new-`
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(prefix)) continue
    const path = join(dirname(target), name)
    const makerPid = Number(name.slice(prefix.length).split('-')[0])
    // What cannot be removed now (an orphaned initdb may still be writing) is removed at a later start.
    const found = await lstat(path).catch(() => null)
    if (found && ownerUids.includes(found.uid) && isAbandoned(found, makerPid)) {
      await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
    }
  }
}

/** No build takes this long, so an older one is abandoned even if the pid of its builder is in use again. */
const abandonedMs = 3_600_000

const nameBeside = (target: string) => `${target}.new-${process.pid}-${randomBytes(6).toString('hex')}`

function isAbandoned({ mtimeMs }: Stats, makerPid: number): boolean {
  if (Date.now() - mtimeMs > abandonedMs) return true
  // In a container the killed builder and this process often have the same pid.
  if (makerPid === process.pid) return mtimeMs < performance.timeOrigin
  try {
    process.kill(makerPid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** Makes the rename durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
