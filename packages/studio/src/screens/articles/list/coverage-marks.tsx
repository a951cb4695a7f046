import { Tooltip } from '@mantine/core'
import { shapes } from '@marquee/model'
import { languageNames } from '../../../texts/define.ts'
import { useTexts } from '../../../texts/language.tsx'
import { coverageOf } from '../locales.ts'
import { texts } from '../texts.ts'

/** The languages of an article. Missing ones are not shown: most festivals use one or two. */
export function CoverageMarks({ article }: { article: Record<string, unknown> }) {
  const t = useTexts(texts)
  const coverage = coverageOf(article)
  const there = shapes.locales.filter((locale) => coverage[locale] !== 'none')
  if (there.length === 0) return null
  return (
    <ul className="article-locales" aria-label={t.coverage.label}>
      {there.map((locale) => {
        const words = t.coverage[coverage[locale]](languageNames[locale])
        return (
          <Tooltip key={locale} label={words}>
            <li data-coverage={coverage[locale]}>
              <span aria-hidden>{locale.toUpperCase()}</span>
              <span className="article-hidden">{words}</span>
            </li>
          </Tooltip>
        )
      })}
    </ul>
  )
}
