import { kindNamed } from '@marquee/model'
import { type BroadcastApi, type Change, Problem } from '../../../data/api.ts'
import type { Values } from '../../../data/merge.ts'

export interface ChangeStates {
  /** Null when the change created it, undefined when the state is no longer stored. */
  before: Values | null | undefined
  /** Null when the change deleted it. */
  after: Values | null
}

/** A record before and after a change, from its history. */
export async function readStates(api: BroadcastApi, change: Change, signal: AbortSignal): Promise<ChangeStates> {
  const after: Values | null = change.record
  if (change.operation === 'create') return { before: null, after }
  const before =
    change.kind === 'broadcast' ? await broadcastBefore(api, change, signal) : await recordBefore(api, change, signal)
  return { before, after }
}

async function recordBefore(api: BroadcastApi, { kind, id, sequence }: Change, signal: AbortSignal) {
  const path = `/${kindNamed(kind).plural}/${id}/history`
  const query = { before: sequence, limit: 1 }
  const { data } = await api.request<{ data: Change[] }>('GET', path, { query, signal })
  return data[0]?.record ?? undefined
}

/** The broadcast has no history of its own, but can be read at an earlier time. */
async function broadcastBefore(api: BroadcastApi, { at }: Change, signal: AbortSignal) {
  const moment = new Date(Date.parse(at) - 1).toISOString()
  return api.request<Values>('GET', '', { query: { at: moment }, signal }).catch((error: unknown) => {
    if (error instanceof Problem && [404, 410].includes(error.status)) return undefined
    throw error
  })
}
