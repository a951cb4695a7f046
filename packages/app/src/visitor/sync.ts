import type { SiteData } from '../data/site-data.ts'
import { fetchContent, Refused } from './content.ts'
import { dueMs, type SyncHistory, type SyncReason } from './schedule.ts'

export interface Sync {
  /** Reads what is new, now or when it is due. Resolves when the content is as new as it can be. */
  ask(reason: SyncReason): Promise<void>
}

interface Parts {
  api: string
  preview: string | undefined
  current(): SiteData
  onNews(data: SiteData): void
  /** Whether the service answered the last question. Browsers often believe in a network that leads nowhere. */
  onReach(isReached: boolean): void
  /** The site is no longer public. */
  onGone(): void
}

/** Keeps the content up to date while the page is visible. */
export function startSync({ api, preview, current, onNews, onReach, onGone }: Parts): Sync {
  const history: SyncHistory = { lastMs: Date.now(), failures: 0, isReached: true, notBeforeMs: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let again: Promise<void> | undefined

  const read = async () => {
    try {
      const data = await fetchContent(api, preview, current())
      history.failures = 0
      history.isReached = true
      if (data.cursor !== current().cursor) onNews(data)
    } catch (error) {
      history.failures += 1
      history.isReached = error instanceof Refused
      if (error instanceof Refused) {
        history.notBeforeMs = Date.now() + error.retryAfterMs
        if (error.status === 404) onGone()
      }
    }
    history.lastMs = Date.now()
    onReach(history.isReached)
  }
  const arm = () => {
    clearTimeout(timer)
    if (isHidden()) return
    const waitMs = dueMs(history, 'timer', Math.random()) - Date.now()
    timer = setTimeout(() => void ask('timer'), Math.max(waitMs, 1_000))
  }
  const ask = async (reason: SyncReason): Promise<void> => {
    if (running) return reason === 'asked' ? askAgain(running) : running
    const isWanted = !isHidden() || reason === 'asked'
    if (isWanted && dueMs(history, reason, 0) <= Date.now()) {
      running = read().finally(() => {
        running = undefined
      })
      await running
    }
    arm()
  }
  /** A read that is under way may have begun before the change that is asked for. */
  const askAgain = (current: Promise<void>): Promise<void> => {
    again ??= current.then(() => {
      again = undefined
      return ask('asked')
    })
    return again
  }
  addEventListener('online', () => void ask('online'))
  document.addEventListener('visibilitychange', () => void ask('visible'))
  arm()
  return { ask }
}

const isHidden = () => document.visibilityState === 'hidden'
