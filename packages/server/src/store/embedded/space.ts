import { statfs } from 'node:fs/promises'

/** The free space on the disk of a data folder. */
export interface Space {
  isLow(): boolean
  stop(): void
}

/**
 * PostgreSQL crashes with all its sessions when it cannot write its log (WAL), and does not start again until there is
 * space for it. So writes are refused before the disk is full, and reads continue.
 */
export function watchSpace(folder: string, onChange: (isLow: boolean, freeBytes: number) => void): Space {
  let isLow = false
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const found = await statfs(folder).catch(() => undefined)
    isLooking = false
    // Some file systems do not report their size.
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

/** Hysteresis: once short, more space is needed to be enough again, so that the state does not change with every write. */
export const isShort = (freeBytes: number, wasShort: boolean) => freeBytes < (wasShort ? enoughBytes : reservedBytes)

/** Three WAL files of 16 MiB each. */
const reservedBytes = 48 * 1_048_576
const enoughBytes = 64 * 1_048_576
const lookEveryMs = 1_000
