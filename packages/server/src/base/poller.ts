export interface Poller {
  /** There may be something to do. */
  wake(): void
  /** Looks no more, and waits for the look that is under way. */
  stop(): Promise<void>
}

/** Looks for work when woken and every so often by itself, one look at a time. A look that found some says so and is followed by another. */
export function createPoller(
  look: () => Promise<boolean>,
  { everyMs, onError }: { everyMs: number; onError(error: unknown): void },
): Poller {
  let isStopped = false
  let hasNews = false
  let looking: Promise<void> | undefined

  const loop = async () => {
    while (hasNews && !isStopped) {
      hasNews = false
      const found = await look().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (found) hasNews = true
    }
    looking = undefined
  }
  const wake = () => {
    hasNews = true
    if (!isStopped) looking ??= loop()
  }
  const poll = setInterval(wake, everyMs).unref()

  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(poll)
      await looking
    },
  }
}
