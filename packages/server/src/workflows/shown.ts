import type { Route, Settled, StepError, StepResult } from './progress.ts'

/** One invocation as it is shown. */
export interface ShownResult {
  executionId: string
  index: number
  nodeId: string
  nodeType: string
  routeTaken: Route
  durationMs: number
  status: 'running' | 'succeeded' | 'failed'
  startedAt: string
  attempts: number
  iterations?: number[]
  error?: StepError
  output?: unknown
  outputCut?: true
  logs?: string[]
}

/** The steps of a run as they are shown: all of them, with their outputs as far as a record can contain them. */
export interface Showing {
  add(result: StepResult, iterations: number[]): void
  settle(settled: Settled): void
  /** When a run has ended no step is running, including loops that were not finished. */
  results(hasEnded: boolean): ShownResult[]
}

export function createShowing(): Showing {
  const results: ShownResult[] = []
  let roomBytes = maxShownBytes
  const take = (text: string) => {
    const bytes = Buffer.byteLength(text)
    if (bytes > roomBytes) return false
    roomBytes -= bytes
    return true
  }
  return {
    add(result, iterations) {
      const { executionId, nodeId, nodeType, durationMs, startedAt, attempts } = result
      const logs = result.logs.filter(take)
      results.push({
        executionId,
        index: results.length,
        nodeId,
        nodeType,
        routeTaken: null,
        durationMs,
        status: 'running',
        startedAt,
        attempts,
        ...(iterations.length > 0 && { iterations }),
        ...(logs.length > 0 && { logs }),
      })
    },
    settle({ index, route, output, error }) {
      const shown = results[index]
      if (!shown) return
      shown.routeTaken = route
      shown.status = error ? 'failed' : 'succeeded'
      if (error) shown.error = error
      else Object.assign(shown, cut(output, take))
    },
    results: (hasEnded) =>
      hasEnded ? results.map((one) => (one.status === 'running' ? { ...one, status: 'failed' } : one)) : results,
  }
}

/** An output as far as there is room. One that is too large becomes the beginning of its JSON, as a text. */
function cut(output: unknown, take: (text: string) => boolean): Pick<ShownResult, 'output' | 'outputCut'> {
  const text = JSON.stringify(output) ?? 'null'
  if (Buffer.byteLength(text) <= maxOutputBytes && take(text)) return { output }
  const beginning = Buffer.from(text)
    .subarray(0, maxOutputBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '')
  return take(beginning) ? { output: beginning, outputCut: true } : { output: '', outputCut: true }
}

const maxOutputBytes = 262_144
/** For all steps together: a run of ten thousand steps must still be a readable record. */
const maxShownBytes = 1_048_576
