import type { RateState } from '../access/rate-limit.ts'

export function rateHeaders(state: RateState): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${state.limit};w=${state.windowSeconds}`,
    ratelimit: `"default";r=${state.remaining};t=${state.resetSeconds}`,
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(state.resetAtSeconds),
  }
}

/** The same as alternating names and values. The parts that depend only on the window are built once per window. */
export function rateHeaderList(state: RateState): string[] {
  if (state.limit !== last.limit || state.resetAtSeconds !== last.resetAtSeconds) {
    const { ratelimit: _, 'x-ratelimit-remaining': __, ...fixed } = rateHeaders(state)
    last = { limit: state.limit, resetAtSeconds: state.resetAtSeconds, fixed: Object.entries(fixed).flat() }
  }
  const remaining = String(state.remaining)
  return [
    ...last.fixed,
    'ratelimit',
    `"default";r=${remaining};t=${state.resetSeconds}`,
    'x-ratelimit-remaining',
    remaining,
  ]
}

let last: { limit: number; resetAtSeconds: number; fixed: string[] } = { limit: 0, resetAtSeconds: 0, fixed: [] }
