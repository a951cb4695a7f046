import { Button, Group, Select, Text } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed, IconCircleHalf2 } from '@tabler/icons-react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { localeName, useLocales } from '../../../data/locales.ts'
import { useContentLanguage } from '../../../fields/content-language.tsx'
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
  const locales = useLocales()
  const main = draft.values.defaultLocale
  return (
    <div>
      <span className="field-label">{t.locales.title}</span>
      <ul className="article-languages">
        {[...coverageOf(draft.values, locales)].map(([locale, coverage]) => {
          const Icon = icons[coverage]
          const target = locale === main ? undefined : locale
          return (
            <li key={locale}>
              <Group gap={8} wrap="nowrap" flex={1}>
                <Icon size={17} aria-hidden data-coverage={coverage} />
                <Text size="sm">{t.coverage[coverage](localeName(locale))}</Text>
              </Group>
              <Button
                size="compact-xs"
                variant={language === target ? 'light' : 'subtle'}
                aria-label={`${locale.toUpperCase()}: ${t.locales.edit(localeName(locale))}`}
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
          data={locales.map((locale) => ({ value: locale, label: localeName(locale) }))}
          value={typeof main === 'string' ? main : null}
          onChange={(value) => draft.set('defaultLocale', value)}
        />
      ) : (
        <ShownField label={t.locales.main}>{typeof main === 'string' && localeName(main)}</ShownField>
      )}
    </div>
  )
}

const icons = { whole: IconCircleCheckFilled, part: IconCircleHalf2, none: IconCircleDashed }
