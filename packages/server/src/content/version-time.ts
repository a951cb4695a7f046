/** Now, but never the time of the version before, so that two versions never share one. */
export function laterThan(previous: string, nowMs: number): string {
  return new Date(Math.max(nowMs, Date.parse(previous) + 1)).toISOString()
}
