import { UnstyledButton } from '@mantine/core'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import type { Import } from './imports.ts'
import { texts } from './texts.ts'

export const shows = ['all', 'created', 'changed', 'removed', 'kept', 'conflicts', 'matches', 'warnings'] as const
export type Show = (typeof shows)[number]

/** The counts as large numbers; pressing one shows only these, pressing it again all. */
export function Counts({
  counts,
  matches,
  show,
  onShow,
}: {
  counts: Import['counts']
  matches: number
  show: Show
  onShow: (show: Show) => void
}) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const format = new Intl.NumberFormat(language)
  const all: [name: Exclude<Show, 'all'> | 'unchanged', count: number][] = [
    ['created', counts.created],
    ['changed', counts.changed],
    ['unchanged', counts.unchanged],
    ['removed', counts.removed],
    ['kept', counts.kept],
    ['conflicts', counts.conflicts],
    ['matches', matches],
    ['warnings', counts.warnings],
  ]
  // These are questions that most files do not raise.
  const shown = all.filter(([name, count]) => count > 0 || !['matches', 'kept', 'conflicts'].includes(name))
  return (
    <fieldset className="import-counts" aria-label={t.filter}>
      {shown.map(([name, count]) => {
        const content = (
          <>
            <span className="import-count-number tabular">{format.format(count)}</span>
            <span className="import-count-name">{t.counts[name]}</span>
          </>
        )
        // Records without a difference are counted and not listed.
        return name === 'unchanged' || count === 0 ? (
          <div key={name} className="import-count" data-name={name} data-none={count === 0 || undefined}>
            {content}
          </div>
        ) : (
          <UnstyledButton
            key={name}
            className="import-count"
            data-name={name}
            aria-pressed={show === name}
            onClick={() => onShow(show === name ? 'all' : name)}
          >
            {content}
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}
