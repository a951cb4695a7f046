import { statfs } from 'node:fs/promises'

/** How much space the disk of a data folder has left for PostgreSQL. */
export interface Space {
  isLow(): boolean
  stop(): void
}

/**
 * PostgreSQL goes down with all its sessions when it cannot write its log (WAL), and does not start again before there is
 * space for it. So writes are refused while there is some left, and reads go on.
 */
export function watchSpace(folder: string, onChange: (isLow: boolean, freeBytes: number) => void): Space {
  let isLow = false
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const found = await statfs(folder).catch(() => undefined)
    isLooking = false
    // Some file systems do not know their size.
    if (!found || found.blocks === 0) return
    const freeBytes = found.bavail * found.bsize
    const isLowNow = isShort(freeBytes, isLow)
    if (isLowNow === isLow) return
    isLow = isLowNow
    onChange(isLow, freeBytes)
  }
  const timer = setInterval(look, lookEveryMs).unref()
  void look()
  return { isLow: () => isLow, stop: () => clearInterval(timer) }
}

/** Once short it takes some more to be enough again, so that it does not change with every write. */
export const isShort = (freeBytes: number, wasShort: boolean) => freeBytes < (wasShort ? enoughBytes : reservedBytes)

/** Three files of its log, each of 16 MiB. */
const reservedBytes = 48 * 1_048_576
const enoughBytes = 64 * 1_048_576
const lookEveryMs = 1_000
