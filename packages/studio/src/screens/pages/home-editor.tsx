import { Group, Skeleton } from '@mantine/core'
import { kindNamed } from '@marquee/model'
import { useBroadcast } from '../../data/broadcasts.tsx'
import type { DraftEditing } from '../../data/draft.ts'
import { isPlain, type Values } from '../../data/merge.ts'
import { pointerTo } from '../../data/pointers.ts'
import { ContentLanguageSwitch, useContentLanguage } from '../../fields/content-language.tsx'
import { EditedBy } from '../../fields/edited-by.tsx'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { Members } from '../../fields/members.tsx'
import { schemaOf } from '../../fields/schema.ts'
import { PhonePreview } from '../../preview/phone-preview.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Disclosure } from './disclosure.tsx'
import { KnownWords } from './known-words.tsx'
import { LocalizedBlocks } from './localized-blocks.tsx'
import { PageList } from './page-list.tsx'
import { texts } from './texts.ts'
import { Workbench } from './workbench.tsx'

/** The home page: its header, and its blocks in every language. It is part of the broadcast. */
export function HomeEditor({ draft }: { draft: DraftEditing }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const [language] = useContentLanguage()
  const home = isPlain(draft.values.home) ? draft.values.home : {}
  const details = isPlain(home.localeDetails) ? home.localeDetails : {}
  const local = language && isPlain(details[language]) ? details[language] : {}
  const set = (change: Values) => draft.set('home', { ...home, ...change })
  const setBlocks = (blocks: unknown) => {
    if (!language) return set({ blocks })
    const { blocks: _, ...others } = local
    set({ localeDetails: { ...details, [language]: blocks === null ? others : { ...others, blocks } } })
  }
  if (draft.isLoading) return <Skeleton h={420} radius="lg" />
  return (
    <Workbench
      side={<PageList current={undefined} />}
      bar={<EditingBar draft={draft} />}
      editor={
        <EditedBy draft={draft} name="home">
          <EditingNotices draft={draft} />
          <Disclosure title={t.header} hint={t.headerHint}>
            <KnownWords>
              <Members
                value={isPlain(home.header) ? home.header : {}}
                onChange={(header) => set({ header })}
                schema={headerSchema}
                pointer={pointerTo('home', 'header')}
                errors={draft.errors}
                isDisabled={!canWrite}
              />
            </KnownWords>
          </Disclosure>
          <Group my="md" className="pages-languages">
            <ContentLanguageSwitch localeDetails={details} />
          </Group>
          <LocalizedBlocks
            schema={homeSchema.properties?.blocks ?? {}}
            main={home.blocks}
            local={language ? { blocks: local.blocks } : undefined}
            onChange={setBlocks}
            pointer={language ? pointerTo('home', 'localeDetails', language, 'blocks') : pointerTo('home', 'blocks')}
            errors={draft.errors}
            isDisabled={!canWrite}
          />
        </EditedBy>
      }
      preview={<PhonePreview broadcast={draft.values} language={language} />}
    />
  )
}

const homeField = kindNamed('broadcast').fields.home
const homeSchema = homeField ? schemaOf(homeField) : {}
const headerSchema = homeSchema.properties?.header ?? {}
