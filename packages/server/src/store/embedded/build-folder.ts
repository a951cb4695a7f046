import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from './failure.ts'

/**
 * Builds a folder beside its place and moves it there when it is complete, so that a process killed halfway leaves
 * nothing that counts. When somebody else was faster, theirs stays and ours goes.
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

/** Takes a folder out of its place in one step, however long removing what is in it takes. */
export async function discardFolder(target: string): Promise<void> {
  const folder = nameBeside(target)
  await rename(target, folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

/**
 * Removes what builds of this folder left beside it that were killed halfway. Only what belongs to the given users: root
 * must not walk through a tree that a stranger put into a temporary folder and can still change.
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

/** No build takes this long, so an older one is abandoned even if its maker's pid is in use again. */
const abandonedMs = 3_600_000

const nameBeside = (target: string) => `${target}.new-${process.pid}-${randomBytes(6).toString('hex')}`

function isAbandoned({ mtimeMs }: Stats, makerPid: number): boolean {
  if (Date.now() - mtimeMs > abandonedMs) return true
  // In a container the killed maker and this process often have the same pid.
  if (makerPid === process.pid) return mtimeMs < performance.timeOrigin
  try {
    process.kill(makerPid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** Makes the rename survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
