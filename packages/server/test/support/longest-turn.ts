/**
 * The most processor time that this thread spent between two turns of the event loop while some work was done, in milliseconds.
 * Unlike the time of a clock it does not depend on what else the machine does.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let last = process.threadCpuUsage()
  let longest = 0
  const look = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, now.user + now.system - last.user - last.system)
    last = now
  }
  const timer = setInterval(look, 1)
  try {
    await work()
    look()
  } finally {
    clearInterval(timer)
  }
  return longest / 1_000
}
