import type { KindName } from '../../data/api.ts'
import { isPlain } from '../../data/merge.ts'

/** The single target of a navigator. */
export interface Target {
  field: string
  value: string
  /** Set when it is a record. */
  kind?: KindName
}

/** The fields of a navigator that contain the id of a record. */
export const targetFields: { field: string; kind: KindName }[] = [
  { field: 'broadcastPageId', kind: 'broadcastPage' },
  { field: 'broadcastArticleId', kind: 'broadcastArticle' },
  { field: 'broadcastSessionId', kind: 'broadcastSession' },
  { field: 'broadcastHostId', kind: 'broadcastHost' },
  { field: 'broadcastInterestPointId', kind: 'broadcastInterestPoint' },
  { field: 'broadcastMapId', kind: 'broadcastMap' },
]

export function targetOf(navigator: unknown): Target | undefined {
  if (!isPlain(navigator)) return undefined
  for (const { field, kind } of [
    ...targetFields,
    { field: 'nativeContent', kind: undefined },
    { field: 'url', kind: undefined },
  ]) {
    const value = navigator[field]
    if (typeof value === 'string' && value !== '') return { field, value, ...(kind && { kind }) }
  }
  return undefined
}
