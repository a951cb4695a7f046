import { Progress, Tabs, UnstyledButton } from '@mantine/core'
import { localeName } from '../../data/locales.ts'
import type { TranslationProgress } from '../../data/translations.ts'
import { useKindLabel } from '../../kinds/labels.ts'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

type Count = Pick<TranslationProgress, 'translatable' | 'translated'>

/** A tab for each language, with its progress. */
export function LanguageTabs({ languages }: { languages: TranslationProgress[] }) {
  const t = useTexts(texts)
  return (
    <Tabs.List aria-label={t.language} className="translation-languages">
      {languages.map((one) => (
        <Tabs.Tab key={one.locale} value={one.locale} className="translation-language">
          <span lang={one.locale} className="translation-name">
            {localeName(one.locale)}
          </span>
          <Bar count={one} />
          <span className="translation-count">{t.of(one.translated, one.translatable)}</span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

interface KindsProps {
  kinds: TranslationProgress['kinds']
  chosen: string | undefined
  onChoose: (kind: string | undefined) => void
}

/** The progress of each kind. One that is pressed is listed alone, until it is pressed again. */
export function KindProgress({ kinds, chosen, onChoose }: KindsProps) {
  const t = useTexts(texts)
  const kindLabel = useKindLabel()
  return (
    <fieldset className="translation-kinds">
      <legend className="translation-hidden">{t.kinds}</legend>
      {kinds.map((one) => (
        <UnstyledButton
          key={one.kind}
          className="translation-kind"
          aria-pressed={one.kind === chosen}
          onClick={() => onChoose(one.kind === chosen ? undefined : one.kind)}
        >
          <span className="translation-name">{kindLabel(one.kind, 'many')}</span>
          <Bar count={one} />
          <span className="translation-count">{t.of(one.translated, one.translatable)}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  )
}

/** The numbers beside it say the same. */
function Bar({ count: { translated, translatable } }: { count: Count }) {
  const share = translatable === 0 ? 100 : (translated / translatable) * 100
  return <Progress aria-hidden size={5} value={share} color={share === 100 ? 'green' : undefined} />
}
