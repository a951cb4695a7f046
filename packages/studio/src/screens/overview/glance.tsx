import { Text } from '@mantine/core'
import type { Usage } from '../../data/api.ts'
import { useKindLabel } from '../../kinds/labels.ts'
import { placeOf } from '../../kinds/places.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { texts } from './texts.ts'

const shown = [
  'broadcastSession',
  'broadcastInterestPoint',
  'broadcastArticle',
  'broadcastHost',
  'broadcastPage',
  'media',
] as const

/** The number of records of each kind. */
export function Glance({ usage }: { usage: Usage | undefined }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const kindLabel = useKindLabel()
  const count = new Intl.NumberFormat(language)
  return (
    <ul className="glance" aria-label={t.usage}>
      {shown.map((kind) => {
        const { screen = '' } = placeOf(kind, '') ?? {}
        return (
          <li key={kind}>
            <ScreenLink screen={screen} className="surface glance-tile">
              <Text span fz={24} fw={700} lh={1.1} className="tabular">
                {usage ? count.format(usage.records[kind].used) : '–'}
              </Text>
              <Text span size="sm" c="dimmed">
                {kindLabel(kind, 'many')}
              </Text>
            </ScreenLink>
          </li>
        )
      })}
    </ul>
  )
}
