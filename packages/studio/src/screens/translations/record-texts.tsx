import { Button, Group, Kbd, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { KindName } from '@marquee/model'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDraft } from '../../data/draft.ts'
import { localeName, useMainLocale } from '../../data/locales.ts'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { useKindLabel } from '../../kinds/labels.ts'
import { placeOf } from '../../kinds/places.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { shownOverlays, useShortcuts } from '../../ui/shortcuts.ts'
import { TextRow } from './text-row.tsx'
import { texts } from './texts.ts'
import { textsOf } from './texts-of.ts'

interface Props {
  kind: KindName
  recordId: string
  locale: string
  /** Opens the next record with a missing text; undefined when there is none. */
  onNext: (() => void) | undefined
  /** Back to the list, on a phone. */
  onBack: (() => void) | undefined
}

/** The texts of a record side by side: as they are, and in another language. */
export function RecordTexts({ kind, recordId, locale, onNext, onBack }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const kindLabel = useKindLabel()
  const { canWrite } = useBroadcast()
  const draft = useDraft(kind, recordId)
  const main = useMainLocale(draft.values.defaultLocale)
  const rows = useRef<HTMLDivElement>(null)
  const found = textsOf(kind, draft.values, locale)
  const next = async () => {
    if (!onNext || draft.isSaving) return
    if (draft.isDirty && canWrite && !(await draft.save())) return
    onNext()
  }
  useShortcuts([['n', () => void next()]])
  useHotkeys([['mod+Enter', () => shownOverlays().length === 0 && void next()]], [], true)
  // The first missing text is the one to write.
  useEffect(() => {
    if (!draft.isLoading && canWrite && !onBack)
      rows.current?.querySelector<HTMLElement>('[data-missing]')?.focus({ preventScroll: true })
  }, [draft.isLoading, canWrite, onBack])
  if (draft.loadError) return <ProblemNotice error={draft.loadError} />
  if (draft.isLoading) return <Skeleton h={320} radius="lg" />
  return (
    <section className="surface translation-record" aria-label={nameOf(kind, draft.values, '') || common.untitled}>
      <div className="translation-head">
        {onBack && (
          <Button variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
            {t.back}
          </Button>
        )}
        <div className="translation-title">
          <Text size="xs" c="dimmed">
            {kindLabel(kind)}
          </Text>
          <Title order={2} fz="lg" dir="auto">
            {nameOf(kind, draft.values, '') || common.untitled}
          </Title>
        </div>
        <EditingBar draft={draft}>
          <Tooltip
            label={
              <Group gap={4}>
                {t.nextHint} <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd>
              </Group>
            }
          >
            <Button
              variant="default"
              rightSection={<IconArrowRight size={16} />}
              disabled={!onNext}
              onClick={() => void next()}
            >
              {t.next}
            </Button>
          </Tooltip>
        </EditingBar>
      </div>
      <EditingNotices draft={draft} />
      <div className="translation-row translation-names" aria-hidden>
        <span />
        <span>{main ? localeName(main) : common.languages.base}</span>
        <span lang={locale}>{localeName(locale)}</span>
      </div>
      <div ref={rows}>
        {found.map((text) => (
          <TextRow
            key={text.pointer}
            text={text}
            kind={kind}
            locale={locale}
            main={main}
            errors={draft.errors}
            isDisabled={!canWrite}
            // The home page is a part of the broadcast that is edited among the pages.
            editor={text.field === 'home' ? { screen: 'pages' } : placeOf(kind, recordId)}
            onChange={(value) => draft.set(...text.withLocal(value))}
          />
        ))}
      </div>
      {found.length === 0 && <Text c="dimmed">{t.nothingHere}</Text>}
    </section>
  )
}
