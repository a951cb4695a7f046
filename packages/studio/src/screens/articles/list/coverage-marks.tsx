import { Tooltip } from '@mantine/core'
import { localeName, useLocales } from '../../../data/locales.ts'
import { useTexts } from '../../../texts/language.tsx'
import { coverageOf } from '../locales.ts'
import { texts } from '../texts.ts'

/** The languages of an article. Missing ones are not shown: most festivals use one or two. */
export function CoverageMarks({ article }: { article: Record<string, unknown> }) {
  const t = useTexts(texts)
  const there = [...coverageOf(article, useLocales())].filter(([, coverage]) => coverage !== 'none')
  if (there.length === 0) return null
  return (
    <ul className="article-locales" aria-label={t.coverage.label}>
      {there.map(([locale, coverage]) => {
        const words = t.coverage[coverage](localeName(locale))
        return (
          <Tooltip key={locale} label={words}>
            <li data-coverage={coverage}>
              <span aria-hidden>{locale.toUpperCase()}</span>
              <span className="article-hidden">{words}</span>
            </li>
          </Tooltip>
        )
      })}
    </ul>
  )
}
