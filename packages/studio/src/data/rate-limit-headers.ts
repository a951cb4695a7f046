export interface RateLimit {
  limit: number
  remaining: number
  windowSeconds: number
  resetSeconds: number
}

/** Parses `RateLimit` and `RateLimit-Policy` of a response; undefined without a limit. */
export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const policy = headers.get('ratelimit-policy') ?? ''
  const state = headers.get('ratelimit') ?? ''
  const [limit, windowSeconds] = [numberIn(policy, 'q'), numberIn(policy, 'w')]
  const [remaining, resetSeconds] = [numberIn(state, 'r'), numberIn(state, 't')]
  const all = [limit, windowSeconds, remaining, resetSeconds]
  if (all.some(Number.isNaN)) return undefined
  return { limit, remaining, windowSeconds, resetSeconds }
}

const numberIn = (text: string, name: string) => Number(new RegExp(`;${name}=(\\d+)`).exec(text)?.[1])
