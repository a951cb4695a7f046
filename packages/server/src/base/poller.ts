export interface Poller {
  /** There may be work: polls at once. */
  wake(): void
  /** Stops polling, and waits for the poll under way. */
  stop(): Promise<void>
}

/** Polls for work when woken and at an interval, one poll at a time. Polls again at once while it finds work. */
export function createPoller(
  poll: () => Promise<boolean>,
  { everyMs, onError }: { everyMs: number; onError(error: unknown): void },
): Poller {
  let isStopped = false
  let isWoken = false
  let polling: Promise<void> | undefined

  const loop = async () => {
    while (isWoken && !isStopped) {
      isWoken = false
      const found = await poll().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (found) isWoken = true
    }
    polling = undefined
  }
  const wake = () => {
    isWoken = true
    if (!isStopped) polling ??= loop()
  }
  const interval = setInterval(wake, everyMs).unref()

  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(interval)
      await polling
    },
  }
}
