/** Reads the change logs of broadcasts from where a cursor is. */
export interface LogFollower {
  /** A broadcast has changed. */
  wake(broadcastId: string): void
  stop(): Promise<void>
}

export interface FollowerParts {
  /** Broadcasts with changes that were not followed yet. */
  findBehind(limit: number): Promise<string[]>
  /** Follows a page of changes and advances the cursor in the same transaction; true when there may be more. */
  followOnce(broadcastId: string): Promise<boolean>
  onError(error: unknown): void
}

/** Serves broadcasts round-robin, one page each. A failure of one stops no other. */
export function createLogFollower({ findBehind, followOnce, onError }: FollowerParts): LogFollower {
  const pending = new Set<string>()
  let running: Promise<void> | undefined
  let isStopped = false

  const work = async () => {
    while (pending.size > 0 && !isStopped) {
      const [broadcastId] = pending
      if (broadcastId === undefined) break
      pending.delete(broadcastId)
      const hasMore = await followOnce(broadcastId).catch((error: unknown) => {
        onError(error)
        return false
      })
      if (hasMore) pending.add(broadcastId)
    }
    running = undefined
  }
  const wake = (broadcastId: string) => {
    if (isStopped) return
    pending.add(broadcastId)
    running ??= work()
  }
  /** A notification may be lost with the process that would have sent it. */
  const poll = setInterval(() => {
    findBehind(100).then((ids) => ids.forEach(wake), onError)
  }, pollMs).unref()

  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(poll)
      await running
    },
  }
}

const pollMs = 500
