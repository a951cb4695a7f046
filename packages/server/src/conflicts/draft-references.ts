import { type AnyRecord, findReferences, type Kind, publicKind } from '@marquee/model'
import type { Conflict } from './conflict.ts'

/** Public references to drafts, which the public cannot open. Each target counts once per record. */
export function findDraftReferences(
  holders: readonly { kind: Kind; record: AnyRecord }[],
  draftIds: ReadonlySet<string>,
): Conflict[] {
  return holders.flatMap(({ kind, record }) => {
    const found = new Map<string, Conflict>()
    for (const { kind: target, id, pointer } of findReferences(publicKind(kind), record)) {
      if (!draftIds.has(id) || found.has(id)) continue
      const records = [
        { kind: kind.name, id: record._id },
        { kind: target, id },
      ]
      found.set(id, { type: 'draftReference', severity: 'warning', records, pointer, from: null, to: null })
    }
    return [...found.values()]
  })
}
