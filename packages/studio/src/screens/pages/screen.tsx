import { Tabs } from '@mantine/core'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDraft } from '../../data/draft.ts'
import { ContentLanguageProvider } from '../../fields/content-language.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useRecordParam, useSearchValues } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FramePart, type FramePartName, frameParts } from './frame-part.tsx'
import { HomeEditor } from './home-editor.tsx'
import { PageEditor } from './page-editor.tsx'
import './pages.css'
import { texts } from './texts.ts'

/** The home page, the pages, and the frame of the app, beside a live preview. */
export default function Pages() {
  const t = useTexts(texts)
  const { id } = useBroadcast()
  const recordId = useRecordParam()
  const [{ part }, setSearch] = useSearchValues()
  // One draft for all fields of the broadcast: home, theme, bars and menu are saved as one record.
  const broadcast = useDraft('broadcast', id)
  const frame = frameParts.find((one) => one === part)
  const current: FramePartName | 'pages' = frame ?? 'pages'
  return (
    <>
      <PageHeader title={t.title} />
      <Tabs
        value={current}
        onChange={(value) => setSearch({ part: value === 'pages' ? undefined : value })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t.parts.label} mb="md" className="pages-tabs">
          {(['pages', ...frameParts] as const).map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t.parts[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={current}>
          <ContentLanguageProvider key={frame ?? recordId ?? 'home'}>
            {frame ? (
              <FramePart part={frame} draft={broadcast} />
            ) : recordId === undefined ? (
              <HomeEditor draft={broadcast} />
            ) : (
              <PageEditor recordId={recordId === 'new' ? undefined : recordId} broadcast={broadcast} />
            )}
          </ContentLanguageProvider>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
