import type { SiteData } from '../data/site-data.ts'
import { fetchContent } from '../visitor/content.ts'

interface Parts {
  api: string
  preview: string | undefined
  current(): SiteData
  /** The service answered, whether something is new or not. */
  onReached(): void
  onContent(data: SiteData): void
}

/** Reads what is new, for as long as the screen runs. The last content stays when the network or the service is away. */
export function keepContent({ api, preview, current, onReached, onContent }: Parts): void {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false

  const read = async () => {
    if (isReading) return
    isReading = true
    clearTimeout(timer)
    try {
      const data = await fetchContent(api, preview, current())
      failures = 0
      onReached()
      if (data.cursor !== current().cursor) onContent(data)
    } catch {
      failures += 1
    } finally {
      isReading = false
      timer = setTimeout(() => void read(), waitMs(failures, Math.random()))
    }
  }
  addEventListener('online', () => void read())
  void read()
}

/** 30 to 60 seconds. After failures from 5 seconds up to two minutes, so that a hall full of screens does not ask at once. */
export function waitMs(failures: number, random: number): number {
  if (failures === 0) return 30_000 + random * 30_000
  return Math.min(5_000 * 2 ** (failures - 1), 80_000) * (1 + random / 2)
}
