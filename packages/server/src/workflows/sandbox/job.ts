import { maxDataValues, parseJson } from '../../base/json.ts'
import { frameOf } from './child/frames.mjs'
import type { SandboxLimits } from './limits.ts'

export type SandboxJob =
  | {
      kind: 'expressions'
      /** Each is evaluated as a JavaScript expression. */
      sources: string[]
      variables: Record<string, unknown>
      limitMs: number
    }
  | {
      kind: 'code'
      /** The body of an async function: `return` gives the result. */
      source: string
      variables: Record<string, unknown>
      limitMs: number
    }

export type SandboxOutcome =
  | {
      ok: true
      /** JSON values; for expressions one per source. */
      values: unknown[]
      logs: string[]
    }
  | Failure

export interface Failure {
  ok: false
  reason: FailureReason
  message: string
  /** For expressions, the index of the one that failed. */
  index?: number
  logs: string[]
}

const reasons = ['error', 'timeout', 'memory', 'output_too_large', 'input_too_large', 'crashed'] as const
export type FailureReason = (typeof reasons)[number]

/** The bytes of a job, or the reason why it is not sent. */
export function encodeJob(job: SandboxJob, limits: SandboxLimits): { frame: Buffer } | { refusal: Failure } {
  const sources = sourcesOf(job)
  if (sources.length > limits.sources) {
    return { refusal: failure('input_too_large', `There are more than ${limits.sources} expressions.`) }
  }
  const tooLong = sources.findIndex((source) => Buffer.byteLength(source) > limits.sourceBytes)
  if (tooLong >= 0) {
    const message = `The source is longer than ${limits.sourceBytes / 1_024} KiB.`
    return { refusal: { ...failure('input_too_large', message), ...(job.kind === 'code' ? {} : { index: tooLong }) } }
  }
  const variables = Buffer.from(JSON.stringify(variablesNamedIn(sources, job.variables)))
  const head = JSON.stringify({ kind: job.kind, limitMs: Math.max(1, Math.ceil(job.limitMs)) })
  const frame = frameOf([head, variables, ...sources])
  if (variables.length > limits.inputBytes || frame.length > maxJobBytes(limits)) {
    return { refusal: failure('input_too_large', `The input is larger than ${limits.inputBytes / 1_024} KiB.`) }
  }
  return { frame }
}

/** The maximum length of a job's frame: the variables, and about as much for sources. */
export const maxJobBytes = ({ inputBytes, sourceBytes }: SandboxLimits) => 2 * inputBytes + sourceBytes

/** The maximum length of a reply's frame. A character of a log or a message takes up to six bytes in JSON. */
export const maxReplyBytes = ({ outputBytes, logBytes, messageBytes, sources }: SandboxLimits) =>
  outputBytes + 6 * (logBytes + messageBytes) + 4 * sources + 1_024

/**
 * Only variables that a source names are sent, so that a loop over a thousand items does not send all of them with each. A source that can
 * access a variable without its name gets all.
 */
function variablesNamedIn(sources: string[], variables: Record<string, unknown>): Record<string, unknown> {
  const text = sources.join('\n')
  const isReflective = /\b(?:globalThis|eval|Function|constructor)\b|\\[ux]/.test(text)
  const named = Object.entries(variables).filter(([name]) => isReflective || text.includes(name))
  return Object.fromEntries(named.map(([name, value]) => [name, value === undefined ? null : value]))
}

/** Parses the reply of a child. It has run untrusted code, so every byte is validated. */
export function decodeReply(parts: Buffer[], job: SandboxJob): { outcome: SandboxOutcome; isSpent: boolean } {
  const [head, ...texts] = parts
  const said = head && parseJson(head)
  const reply = said && 'value' in said ? readHead(said.value) : undefined
  if (!reply) return { outcome: failure('crashed', brokenReply), isSpent: true }
  const { outcome, isSpent } = reply
  if (!outcome.ok) return { outcome, isSpent }
  if (texts.length !== sourcesOf(job).length) return { outcome: failure('crashed', brokenReply), isSpent: true }
  const values: unknown[] = []
  for (const [index, text] of texts.entries()) {
    const parsed = parseJson(text, maxDataValues)
    if ('fault' in parsed) {
      const { pointer, message } = parsed.fault
      const fault = failure('error', `The result cannot be stored: ${pointer || 'it'} ${message}.`, outcome.logs)
      return { outcome: job.kind === 'code' ? fault : { ...fault, index }, isSpent }
    }
    values.push(parsed.value)
  }
  return { outcome: { ok: true, values, logs: outcome.logs }, isSpent }
}

export function failure(reason: FailureReason, message: string, logs: string[] = []): Failure {
  return { ok: false, reason, message, logs }
}

function readHead(value: unknown): { outcome: Failure | { ok: true; logs: string[] }; isSpent: boolean } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { ok, isSpent, logs, reason, message, index } = value as Record<string, unknown>
  if (typeof isSpent !== 'boolean' || !Array.isArray(logs) || !logs.every((line) => typeof line === 'string'))
    return undefined
  if (ok === true) return { outcome: { ok, logs }, isSpent }
  const known = reasons.find((one) => one === reason)
  if (!known || typeof message !== 'string') return undefined
  const outcome = failure(known, message, logs)
  return { outcome: typeof index === 'number' ? { ...outcome, index } : outcome, isSpent }
}

const sourcesOf = (job: SandboxJob) => (job.kind === 'code' ? [job.source] : job.sources)
const brokenReply = 'The program crashed its process.'
