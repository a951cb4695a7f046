import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { kindNamed } from '@marquee/model'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useDraft } from '../../../data/draft.ts'
import { errorAt, pointerTo } from '../../../data/pointers.ts'
import {
  ContentLanguageProvider,
  ContentLanguageSwitch,
  useContentLanguage,
} from '../../../fields/content-language.tsx'
import { EditedBy } from '../../../fields/edited-by.tsx'
import { EditingNotices } from '../../../fields/editing-bar.tsx'
import { defaultsOf } from '../../../fields/schema.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { useGo } from '../../../ui/navigation.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { copiedFromMain } from '../locales.ts'
import { ContentEditor } from '../text/content-editor.tsx'
import { countsOf, plainText } from '../text/plain-text.ts'
import { texts } from '../texts.ts'
import { type ArticleDraft, useArticleText } from './article-text.ts'
import { PageHead } from './page-head.tsx'
import { SidePanel, type SideTab } from './side-panel.tsx'
import { TitleField } from './title-field.tsx'

/** The editor of one article, on a full page. */
export default function ArticlePage({ recordId }: { recordId: string | undefined }) {
  return (
    <ContentLanguageProvider>
      <Page recordId={recordId} />
    </ContentLanguageProvider>
  )
}

function Page({ recordId }: { recordId: string | undefined }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const go = useGo()
  const draft = useDraft('broadcastArticle', recordId, { initial })
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [tab, setTab] = useState<SideTab>('details')
  const [isPanelOpen, setPanelOpen] = useState(isWide)
  const title = draft.values.title
  useEffect(() => {
    document.title = `${typeof title === 'string' && title !== '' ? title : common.untitled} · Marquee`
  }, [title, common])
  const saved = (record: Record<string, unknown>) => {
    if (recordId === undefined) void go('articles', String(record._id), { replace: true })
  }
  /** The shortcut of the editing bar ignores text inputs, so the text handles it here. */
  const saveByKeys = async (event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
    const isInText = event.target instanceof HTMLElement && event.target.isContentEditable
    if (!isSave || !isInText) return
    event.preventDefault()
    if (!canWrite || draft.isSaving) return
    const record = await draft.save()
    if (!record) return
    notifications.show({ message: common.saved, color: 'green', autoClose: 2_000 })
    saved(record)
  }
  const open = (wanted: SideTab) => {
    setPanelOpen(!(isPanelOpen && tab === wanted))
    setTab(wanted)
  }
  const panel = <SidePanel draft={draft} tab={tab} onTab={setTab} />
  return (
    <div className="article-page" data-panel={(isWide && isPanelOpen) || undefined}>
      <PageHead draft={draft} onSaved={saved} panel={isPanelOpen ? tab : undefined} onPanel={open} />
      <div className="article-body">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: key events of the text bubble up to here */}
        <div className="article-main" onKeyDown={(event) => void saveByKeys(event)}>
          {draft.loadError ? (
            <ProblemNotice error={draft.loadError} />
          ) : draft.isLoading ? (
            <Stack gap="lg">
              <Skeleton h={44} w="70%" />
              <Skeleton h={300} />
            </Stack>
          ) : (
            <Writing draft={draft} />
          )}
        </div>
        {isWide && isPanelOpen && !draft.isLoading && !draft.loadError && (
          <aside className="article-side" aria-label={t.page.panel}>
            {panel}
          </aside>
        )}
      </div>
      {!isWide && (
        <Drawer
          opened={isPanelOpen && !draft.isLoading}
          onClose={() => setPanelOpen(false)}
          position="right"
          size="min(440px, 100%)"
          title={t.page.panel}
        >
          {panel}
        </Drawer>
      )}
    </div>
  )
}

const initial = defaultsOf(kindNamed('broadcastArticle'))

/** The title and the text, in one language at a time. */
function Writing({ draft }: { draft: ArticleDraft }) {
  const t = useTexts(texts)
  const { language: studioLanguage } = useLanguage()
  const { canWrite } = useBroadcast()
  const [language] = useContentLanguage()
  const text = useArticleText(draft)
  const isMissing = language !== undefined && text.title === '' && text.content === ''
  const counts = useMemo(
    () => countsOf(plainText(text.content || text.mainContent, text.format), language ?? studioLanguage),
    [text.content, text.mainContent, text.format, language, studioLanguage],
  )
  const at = (name: string) => (language === undefined ? pointerTo(name) : pointerTo('localeDetails', language, name))
  const contentError = errorAt(draft.errors, at('content'))
  return (
    <>
      <EditingNotices draft={draft} />
      <Group mb="lg" gap="sm">
        <ContentLanguageSwitch localeDetails={draft.values.localeDetails} defaultLocale={draft.values.defaultLocale} />
      </Group>
      {isMissing && canWrite && (
        <Alert color="blue" mb="lg">
          <Group justify="space-between">
            <Text size="sm">{t.locales.missing}</Text>
            <Button
              size="compact-sm"
              variant="light"
              disabled={text.mainTitle === '' && text.mainContent === ''}
              onClick={() => draft.set('localeDetails', copiedFromMain(draft.values, language))}
            >
              {t.locales.copy}
            </Button>
          </Group>
        </Alert>
      )}
      <EditedBy draft={draft} name="title">
        <TitleField
          value={text.title}
          placeholder={(language !== undefined && text.mainTitle) || t.page.titlePlaceholder}
          onChange={text.setTitle}
          error={errorAt(draft.errors, at('title'))}
          isDisabled={!canWrite}
        />
      </EditedBy>
      <EditedBy draft={draft} name="content">
        <ContentEditor
          key={`${language ?? 'main'} ${text.format}`}
          value={text.content}
          format={text.format}
          onChange={text.setContent}
          isDisabled={!canWrite}
          fallback={
            language !== undefined && text.mainContent !== ''
              ? plainText(text.mainContent, text.format).slice(0, 300)
              : undefined
          }
        />
      </EditedBy>
      {contentError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {contentError}
        </Text>
      )}
      <Text size="sm" c="dimmed" className="article-counts tabular">
        {t.page.counts(counts.words, counts.characters, counts.minutes)}
      </Text>
    </>
  )
}
