import { Button, Group, Select, Text } from '@mantine/core'
import { shapes } from '@marquee/model'
import { IconCircleCheckFilled, IconCircleDashed, IconCircleHalf2 } from '@tabler/icons-react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useContentLanguage } from '../../../fields/content-language.tsx'
import { languageNames } from '../../../texts/define.ts'
import { useTexts } from '../../../texts/language.tsx'
import { ShownField } from '../../../ui/shown-field.tsx'
import { coverageOf } from '../locales.ts'
import { texts } from '../texts.ts'
import type { ArticleDraft } from './article-text.ts'

/** The languages of the article, with links to each. */
export function LanguagesCard({ draft }: { draft: ArticleDraft }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const [language, setLanguage] = useContentLanguage()
  const coverage = coverageOf(draft.values)
  const main = draft.values.defaultLocale
  const mainLocale = shapes.locales.find((locale) => locale === main)
  return (
    <div>
      <span className="field-label">{t.locales.title}</span>
      <ul className="article-languages">
        {shapes.locales.map((locale) => {
          const Icon = icons[coverage[locale]]
          const target = locale === main ? undefined : locale
          return (
            <li key={locale}>
              <Group gap={8} wrap="nowrap" flex={1}>
                <Icon size={17} aria-hidden data-coverage={coverage[locale]} />
                <Text size="sm">{t.coverage[coverage[locale]](languageNames[locale])}</Text>
              </Group>
              <Button
                size="compact-xs"
                variant={language === target ? 'light' : 'subtle'}
                aria-label={`${locale.toUpperCase()}: ${t.locales.edit(languageNames[locale])}`}
                aria-pressed={language === target}
                onClick={() => setLanguage(target)}
              >
                {locale.toUpperCase()}
              </Button>
            </li>
          )
        })}
      </ul>
      {canWrite ? (
        <Select
          size="xs"
          mt="xs"
          label={t.locales.main}
          clearable
          data={shapes.locales.map((locale) => ({ value: locale, label: languageNames[locale] }))}
          value={typeof main === 'string' ? main : null}
          onChange={(value) => draft.set('defaultLocale', value)}
        />
      ) : (
        <ShownField label={t.locales.main}>{mainLocale && languageNames[mainLocale]}</ShownField>
      )}
    </div>
  )
}

const icons = { whole: IconCircleCheckFilled, part: IconCircleHalf2, none: IconCircleDashed }
