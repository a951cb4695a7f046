import type { Import } from './imports.ts'
import type { ImportTexts } from './texts.ts'

type Counts = Import['counts']
export type KindCounts = Omit<Counts, 'warnings'>

/** The kinds in the order in which people look at them. */
export const shownKinds = [
  'broadcastSession',
  'broadcastHost',
  'broadcastInterestPoint',
  'broadcastCategory',
  'broadcastArticle',
] as const

export const countsOf = ({ kindCounts }: Import, kind: string): KindCounts | undefined =>
  (kindCounts as Record<string, KindCounts>)[kind]

/** `12 new, 3 changed`: what it does. */
export function outcomeText({ counts }: Import, { outcome }: ImportTexts): string {
  const parts = (['created', 'changed', 'removed'] as const).flatMap((name) =>
    counts[name] > 0 ? [outcome[name](counts[name])] : [],
  )
  return parts.length > 0 ? parts.join(', ') : outcome.none
}

/** `87 sessions, 40 hosts, 6 places`: what the file has. */
export function contentText(record: Import, t: ImportTexts): string {
  const parts = shownKinds.flatMap((kind) => {
    const { created = 0, changed = 0, unchanged = 0 } = countsOf(record, kind) ?? {}
    const count = created + changed + unchanged
    return count > 0 ? [t.kinds[kind](count)] : []
  })
  return parts.length > 0 ? parts.join(', ') : t.nothingFound
}
