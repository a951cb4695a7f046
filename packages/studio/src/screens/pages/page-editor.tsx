import { Group, Menu, Skeleton, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { kindNamed } from '@marquee/model'
import { IconCopyPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDelete } from '../../data/delete.tsx'
import { type DraftEditing, useDraft } from '../../data/draft.ts'
import { isPlain } from '../../data/merge.ts'
import { pointerTo } from '../../data/pointers.ts'
import { useSave } from '../../data/records.ts'
import { ContentLanguageSwitch, useContentLanguage } from '../../fields/content-language.tsx'
import { EditedBy } from '../../fields/edited-by.tsx'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { Field } from '../../fields/field.tsx'
import { defaultsOf, schemaOf } from '../../fields/schema.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { PhonePreview } from '../../preview/phone-preview.tsx'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { useGo } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { copyOfPage } from './copy.ts'
import { Disclosure } from './disclosure.tsx'
import { LocalizedBlocks } from './localized-blocks.tsx'
import { PageList } from './page-list.tsx'
import { texts } from './texts.ts'
import { Workbench } from './workbench.tsx'

const page = kindNamed('broadcastPage')
const blocksField = page.fields.blocks
const blocksSchema = blocksField ? schemaOf(blocksField) : {}

interface Props {
  /** Undefined for a new page. */
  recordId: string | undefined
  /** The broadcast with unsaved edits, for the preview. */
  broadcast: DraftEditing
}

/** One page: its title, its blocks in every language, and its settings. */
export function PageEditor({ recordId, broadcast }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const go = useGo()
  const [language] = useContentLanguage()
  const draft = useDraft('broadcastPage', recordId, {
    initial: useMemo(() => ({ ...defaultsOf(page), blocks: [] }), []),
  })
  const isDisabled = !canWrite
  const preview = <PhonePreview broadcast={broadcast.values} page={draft.values} language={language} />
  if (draft.loadError) {
    return (
      <Workbench
        side={<PageList current={recordId} />}
        bar={null}
        editor={<ProblemNotice error={draft.loadError} />}
        preview={null}
      />
    )
  }
  return (
    <Workbench
      side={<PageList current={recordId ?? 'new'} />}
      bar={
        <EditingBar
          draft={draft}
          saveLabel={recordId === undefined ? common.create : undefined}
          onSaved={(record) => {
            if (recordId === undefined) void go('pages', String(record._id), { replace: true })
          }}
          menu={canWrite && draft.record && <PageMenu draft={draft} />}
        />
      }
      editor={
        draft.isLoading ? (
          <Skeleton h={320} radius="lg" />
        ) : (
          <>
            <EditingNotices draft={draft} />
            <Group mb="md" className="pages-languages">
              <ContentLanguageSwitch
                localeDetails={draft.values.localeDetails}
                defaultLocale={draft.values.defaultLocale}
              />
            </Group>
            <Stack gap="md">
              <Field draft={draft} name="title" isDisabled={isDisabled} />
              <PageBlocks draft={draft} isDisabled={isDisabled} />
              <Disclosure title={t.settings}>
                <Field draft={draft} name="status" isDisabled={isDisabled} />
                <Field draft={draft} name="url" description={t.addressHint} isDisabled={isDisabled} />
                <Field draft={draft} name="categoryIds" isDisabled={isDisabled} />
                <Field draft={draft} name="media" isDisabled={isDisabled} />
                <Field draft={draft} name="nativeContent" isDisabled={isDisabled} />
                <Field draft={draft} name="defaultLocale" isDisabled={isDisabled} />
                <Field draft={draft} name="isPrivate" isDisabled={isDisabled} />
              </Disclosure>
            </Stack>
          </>
        )
      }
      preview={preview}
    />
  )
}

function PageBlocks({ draft, isDisabled }: { draft: DraftEditing; isDisabled: boolean }) {
  const [language] = useContentLanguage()
  const details = isPlain(draft.values.localeDetails) ? draft.values.localeDetails : {}
  const local = language && isPlain(details[language]) ? details[language] : {}
  const set = (blocks: unknown) => {
    if (!language) return draft.set('blocks', blocks)
    const { blocks: _, ...others } = local
    draft.set('localeDetails', { ...details, [language]: blocks === null ? others : { ...others, blocks } })
  }
  return (
    <EditedBy draft={draft} name="blocks">
      <LocalizedBlocks
        schema={blocksSchema}
        main={draft.values.blocks}
        local={language ? { blocks: local.blocks } : undefined}
        onChange={set}
        pointer={language ? pointerTo('localeDetails', language, 'blocks') : pointerTo('blocks')}
        errors={draft.errors}
        isDisabled={isDisabled}
      />
    </EditedBy>
  )
}

function PageMenu({ draft }: { draft: DraftEditing }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const go = useGo()
  const save = useSave('broadcastPage')
  const remove = useDelete('broadcastPage')
  const { record } = draft
  if (!record) return null
  const name = nameOf('broadcastPage', record, language) || common.untitled
  const duplicate = async () => {
    try {
      const { record: copy } = await save.mutateAsync({ patch: copyOfPage(draft.values, t.copyOf(name)) })
      await go('pages', copy._id)
    } catch (error) {
      notifications.show({ color: 'red', message: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <>
      <Menu.Item leftSection={<IconCopyPlus size={17} />} onClick={() => void duplicate()}>
        {t.duplicate}
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={17} />}
        onClick={() => void remove([record._id], name, () => void go('pages'))}
      >
        {common.delete}
      </Menu.Item>
    </>
  )
}
