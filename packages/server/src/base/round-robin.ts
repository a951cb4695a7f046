/** Serves broadcasts in turn, one at a time, so that none waits for all the work of another. */
export interface RoundRobin {
  /** There may be work in a broadcast. */
  wake(broadcastId: string): void
  /** There may be room again. */
  resume(): void
  /** Begins nothing new, and waits for what is being served. */
  stop(): Promise<void>
}

export interface RoundRobinParts {
  /** Serves a part of the work of a broadcast; true when there may be more. A failure of one stops no other. */
  serve(broadcastId: string): Promise<boolean>
  /** Otherwise broadcasts wait until `resume`. */
  hasRoom?(): boolean
  onError(error: unknown): void
}

export function createRoundRobin({ serve, hasRoom = () => true, onError }: RoundRobinParts): RoundRobin {
  const waiting = new Set<string>()
  let serving: Promise<void> | undefined
  let isStopped = false

  const work = async () => {
    for (let [next] = waiting; next !== undefined && hasRoom() && !isStopped; [next] = waiting) {
      waiting.delete(next)
      const hasMore = await serve(next).catch((error: unknown) => {
        onError(error)
        return false
      })
      if (hasMore) waiting.add(next)
    }
    serving = undefined
  }
  const resume = () => {
    if (!isStopped && waiting.size > 0) serving ??= work()
  }
  return {
    wake(broadcastId) {
      waiting.add(broadcastId)
      resume()
    },
    resume,
    async stop() {
      isStopped = true
      await serving
    },
  }
}
