/** Now, but always later than the previous version, so that no two versions share a time. */
export function laterThan(previous: string, nowMs: number): string {
  return new Date(Math.max(nowMs, Date.parse(previous) + 1)).toISOString()
}
