import { Group, Skeleton, Switch, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { translatableKinds } from '@marquee/model'
import { IconCircleCheck, IconLanguage } from '@tabler/icons-react'
import { useMainLocale } from '../../data/locales.ts'
import { type TranslationEntry, useTranslationEntries, useTranslationProgress } from '../../data/translations.ts'
import { useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink, useSearchValues } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { addressOf, EntryList } from './entry-list.tsx'
import { KindProgress, LanguageTabs } from './progress.tsx'
import { RecordTexts } from './record-texts.tsx'
import { texts } from './texts.ts'
import './translations.css'

/** Translations side by side, with the progress of each language. The choices are in the URL: ?locale=de&kind=broadcastHost */
export default function Translations() {
  const t = useTexts(texts)
  const progress = useTranslationProgress()
  const main = useMainLocale(undefined)
  const [values, change] = useSearchValues()
  // On a phone an open record has the screen to itself.
  const isOpen = useIsPhone() && entryIn(values.of) !== undefined
  // Texts in the main language are missing only for records that are written in another.
  const languages = (progress.data ?? []).filter(({ locale, translatable }) => locale !== main || translatable > 0)
  const chosen =
    languages.find(({ locale }) => locale === values.locale) ?? languages.find(isUnfinished) ?? languages[0]
  return (
    <>
      <PageHeader title={t.title} about={isOpen ? undefined : t.about} />
      {progress.error && <ProblemNotice error={progress.error} onRetry={() => void progress.refetch()} />}
      {progress.isPending && <Skeleton h={320} radius="lg" />}
      {progress.data && !chosen && (
        <EmptyState
          icon={IconLanguage}
          title={t.oneLanguage}
          hint={t.oneLanguageHint}
          action={
            <ScreenLink screen="settings" search={{ field: 'locales' }}>
              {t.toSettings}
            </ScreenLink>
          }
        />
      )}
      {chosen && (
        <Tabs
          value={chosen.locale}
          onChange={(locale) => change({ locale: locale ?? undefined, of: undefined })}
          keepMounted={false}
          variant="none"
        >
          {!isOpen && <LanguageTabs languages={languages} />}
          <Tabs.Panel value={chosen.locale}>
            {!isOpen && (
              <KindProgress
                kinds={chosen.kinds}
                chosen={kindIn(values.kind)}
                onChoose={(kind) => change({ kind, of: undefined })}
              />
            )}
            <Records key={chosen.locale} locale={chosen.locale} />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  )
}

function Records({ locale }: { locale: string }) {
  const t = useTexts(texts)
  const isPhone = useIsPhone()
  const [values, change] = useSearchValues()
  const isMissingOnly = values.all !== true
  const found = useTranslationEntries({ locale, kind: kindIn(values.kind), isMissingOnly })
  const { entries } = found
  const asked = entryIn(values.of)
  const current = asked ?? (isPhone ? undefined : entries[0])
  const at = entries.findIndex(({ _id }) => _id === current?._id)
  const others = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))]
  const next = others.find(isUnfinished)
  const open = (entry: { kind: string; _id: string } | undefined) => change({ of: entry && addressOf(entry) })
  const isListShown = !(isPhone && current)
  return (
    <>
      {isListShown && (
        <Group my="md">
          <Switch
            label={t.missingOnly}
            checked={isMissingOnly}
            onChange={(event) => change({ all: event.currentTarget.checked ? undefined : true })}
          />
        </Group>
      )}
      {found.error && <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton h={240} radius="lg" />}
      {found.data && entries.length === 0 && !current && (
        <EmptyState icon={IconCircleCheck} title={t.allDone} hint={t.allDoneHint} />
      )}
      <div className="translation-bench">
        {isListShown && entries.length > 0 && (
          <EntryList
            entries={entries}
            current={entries[at]}
            onMore={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
          />
        )}
        {current && (
          <RecordTexts
            key={`${current._id} ${locale}`}
            kind={current.kind}
            recordId={current._id}
            locale={locale}
            onNext={next && (() => open(next))}
            onBack={isPhone ? () => open(undefined) : undefined}
          />
        )}
      </div>
    </>
  )
}

const useIsPhone = () => useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false

const isUnfinished = ({ translated, translatable }: { translated: number; translatable: number }) =>
  translated < translatable

const kindIn = (value: unknown) => translatableKinds.find(({ name }) => name === value)?.name

function entryIn(value: unknown): Pick<TranslationEntry, 'kind' | '_id'> | undefined {
  const [kind, _id] = typeof value === 'string' ? value.split(':') : []
  const known = kindIn(kind) as TranslationEntry['kind'] | undefined
  return known && _id ? { kind: known, _id } : undefined
}
