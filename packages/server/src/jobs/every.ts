/** Runs a task periodically, one at a time; `stop` waits for the task in progress. */
export function every(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = work()
      .catch(onError)
      .finally(() => {
        isRunning = false
      })
  }, ms).unref()
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}
