import { Tabs } from '@mantine/core'
import { useKindLabel } from '../../kinds/labels.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { useSearchValues } from '../../ui/navigation.tsx'
import { countsOf, shownKinds } from './counted.ts'
import type { Show } from './counts.tsx'
import type { Import } from './imports.ts'
import { texts } from './texts.ts'

/** The kind whose records are listed: that of the address, else the first that has any. */
export function useKindFilter(record: Import, show: Show): string | undefined {
  const [{ kind }] = useSearchValues()
  const kinds = kindsOf(record, show)
  return kinds.find(([name]) => name === kind)?.[0] ?? kinds[0]?.[0]
}

/** The kinds of the plan with the numbers of their records. */
export function KindTabs({
  record,
  show,
  kind,
  onKind,
}: {
  record: Import
  show: Show
  kind: string | undefined
  onKind: (kind: string) => void
}) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const kindLabel = useKindLabel()
  const kinds = kindsOf(record, show)
  if (kinds.length === 0 || kind === undefined) return null
  const format = new Intl.NumberFormat(language)
  return (
    <Tabs value={kind} onChange={(next) => next && onKind(next)} className="import-kinds" keepMounted={false}>
      <Tabs.List aria-label={t.kindFilter}>
        {kinds.map(([name, count]) => (
          <Tabs.Tab key={name} value={name}>
            {kindLabel(name, 'many')} <span className="import-kind-count tabular">{format.format(count)}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

function kindsOf(record: Import, show: Show): [kind: string, count: number][] {
  return shownKinds.flatMap((kind) => {
    const counts = countsOf(record, kind)
    if (!counts) return []
    const { created, changed, removed, kept, conflicts } = counts
    // Conflicts and kept edits are fields of records, so that all of them is a sum of records.
    const all = created + changed + removed
    const byShow: Record<string, number> = { all, created, changed, removed, kept, conflicts }
    const count = byShow[show] ?? 0
    const isThere = count > 0 || (show === 'all' && kept + conflicts > 0)
    return isThere ? [[kind, Math.max(count, show === 'all' ? kept + conflicts : 0)]] : []
  })
}
