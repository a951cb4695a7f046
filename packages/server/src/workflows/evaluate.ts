import { NodeError } from './nodes/node-error.ts'
import type { RunState } from './run-state.ts'
import type { Sandbox, SandboxOutcome } from './sandbox/index.ts'
import { variablesFor } from './variables.ts'

/** The one way from a run into the sandbox. */
export interface RunSandbox {
  run(
    kind: 'expressions' | 'code',
    sources: string[],
    call: { state: RunState; nowMs: number; remainingMs: number },
    places?: string[],
  ): Promise<{ values: unknown[]; logs: string[] }>
}

export function createRunSandbox(parts: {
  sandbox: Sandbox
  findBroadcast(broadcastId: string): Promise<Record<string, unknown>>
}): RunSandbox {
  return {
    async run(kind, sources, { state, nowMs, remainingMs }, places = []) {
      const variables = await variablesFor(sources, {
        state,
        nowMs,
        findBroadcast: () => parts.findBroadcast(state.row.broadcast_id),
      })
      const limitMs = Math.max(1, Math.min(limits[kind], remainingMs))
      const outcome = await parts.sandbox.run(
        kind === 'code'
          ? { kind, source: sources[0] ?? '', variables, limitMs }
          : { kind, sources, variables, limitMs },
        state.row.broadcast_id,
      )
      if (outcome.ok) return outcome
      throw new NodeError(codes[outcome.reason], messageOf(kind, outcome, places), outcome.logs)
    },
  }
}

const limits = { expressions: 500, code: 5_000 }

type Failure = Extract<SandboxOutcome, { ok: false }>

const codes: Record<Failure['reason'], string> = {
  error: 'code_error',
  timeout: 'code_timeout',
  memory: 'code_memory',
  output_too_large: 'output_too_large',
  input_too_large: 'input_too_large',
  crashed: 'code_crashed',
}

function messageOf(kind: 'expressions' | 'code', { message, index }: Failure, places: string[]): string {
  const place = index === undefined ? undefined : places[index]
  if (kind === 'code') return message
  return place === undefined ? message : `${place}: ${message}`
}
