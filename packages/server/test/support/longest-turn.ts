/**
 * The longest processor time of this thread between two turns of the event loop during some work, in milliseconds.
 * Unlike wall-clock time, it does not depend on the load of the machine.
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
