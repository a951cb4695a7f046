import { Button, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { TranslationEntry } from '../../data/translations.ts'
import { useKindLabel } from '../../kinds/labels.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { ScreenLink, useSearchValues } from '../../ui/navigation.tsx'
import { texts } from './texts.ts'

interface Props {
  entries: TranslationEntry[]
  current: TranslationEntry | undefined
  /** Loads more of them; undefined when these are all. */
  onMore: (() => void) | undefined
}

/** The records to translate, each with the number of its missing texts. */
export function EntryList({ entries, current, onMore }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const kindLabel = useKindLabel()
  const [search] = useSearchValues()
  return (
    <nav aria-label={t.records} className="surface translation-list">
      <ul>
        {entries.map((entry) => {
          const missing = entry.translatable - entry.translated
          return (
            <li key={entry._id}>
              <ScreenLink
                screen="translations"
                search={{ ...search, of: addressOf(entry) }}
                includeSearch
                className="translation-entry"
                aria-current={entry._id === current?._id ? 'true' : undefined}
              >
                <span className="translation-entry-name" dir="auto">
                  {entry.title ?? common.untitled}
                </span>
                <Text span size="xs" c="dimmed">
                  {kindLabel(entry.kind)}
                </Text>
                {missing === 0 ? (
                  <IconCircleCheck size={17} className="translation-done" aria-label={t.complete} />
                ) : (
                  <span className="translation-missing">
                    {missing}
                    <span className="translation-hidden"> {t.missing}</span>
                  </span>
                )}
              </ScreenLink>
            </li>
          )
        })}
      </ul>
      {onMore && (
        <Button variant="subtle" fullWidth onClick={onMore}>
          {t.more}
        </Button>
      )}
    </nav>
  )
}

/** A record in the address of the screen. */
export const addressOf = ({ kind, _id }: { kind: string; _id: string }) => `${kind}:${_id}`
