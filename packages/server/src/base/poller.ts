export interface Poller {
  /** Polls now, because there may be work. */
  wake(): void
  /** Stops polling, and waits for the poll in progress. */
  stop(): Promise<void>
}

/** Polls for work when woken and every `everyMs`, one poll at a time. Polls again at once while it finds work. */
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
      const foundWork = await poll().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (foundWork) isWoken = true
    }
    polling = undefined
  }
  const wake = () => {
    isWoken = true
    if (!isStopped) polling ??= loop()
  }
  const timer = setInterval(wake, everyMs).unref()

  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await polling
    },
  }
}
