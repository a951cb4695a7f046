import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  IconAdjustmentsHorizontal,
  IconArrowLeft,
  IconCopy,
  IconCopyPlus,
  IconDeviceMobile,
  IconEyeOff,
  IconSend,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useDelete } from '../../../data/delete.tsx'
import { useSave } from '../../../data/records.ts'
import { EditingBar } from '../../../fields/editing-bar.tsx'
import { copyOf } from '../../../kinds/copy.ts'
import { nameOf } from '../../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { ScreenLink, useGo } from '../../../ui/navigation.tsx'
import { ReadOnlyNote } from '../../../ui/read-only-note.tsx'
import { ScheduleChip } from '../schedule-chip.tsx'
import { texts } from '../texts.ts'
import type { ArticleDraft } from './article-text.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import type { SideTab } from './side-panel.tsx'

interface Props {
  draft: ArticleDraft
  onSaved: (record: Record<string, unknown>) => void
  panel: SideTab | undefined
  onPanel: (tab: SideTab) => void
}

/** The header of an article page: back link, status, and actions. */
export function PageHead({ draft, onSaved, panel, onPanel }: Props) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isPublishing, publishing] = useDisclosure()
  const [isSharing, sharing] = useDisclosure()
  const canPublish = canWrite && draft.values.status !== 'published'
  const tabs = [
    { tab: 'preview' as const, icon: IconDeviceMobile, label: t.page.preview },
    { tab: 'details' as const, icon: IconAdjustmentsHorizontal, label: t.page.details },
  ]
  return (
    <header className="article-head">
      <Tooltip label={t.page.back}>
        <ScreenLink screen="articles" className="article-back" aria-label={t.page.back}>
          <IconArrowLeft size={20} />
        </ScreenLink>
      </Tooltip>
      <div className="article-standing">
        {draft.record && <ScheduleChip article={draft.record} isShort={isPhone} />}
        {!canWrite && <ReadOnlyNote />}
      </div>
      {tabs.map(({ tab, icon: Icon, label }) => (
        <Tooltip key={tab} label={label}>
          <ActionIcon
            size="lg"
            variant={panel === tab ? 'light' : 'subtle'}
            color={panel === tab ? 'ember' : 'gray'}
            aria-label={label}
            aria-pressed={panel === tab}
            onClick={() => onPanel(tab)}
          >
            <Icon size={19} />
          </ActionIcon>
        </Tooltip>
      ))}
      <div className="article-saving">
        <EditingBar
          draft={draft}
          onSaved={onSaved}
          menu={<PageMenu draft={draft} onShare={sharing.open} onPublish={canPublish ? publishing.open : undefined} />}
        >
          {canPublish && (
            <Button
              variant="light"
              color="green"
              leftSection={<IconSend size={17} />}
              visibleFrom="sm"
              onClick={publishing.open}
            >
              {t.page.publish}
            </Button>
          )}
        </EditingBar>
      </div>
      <PublishDialog draft={draft} isOpen={isPublishing} onClose={publishing.close} onSaved={onSaved} />
      {draft.recordId && <ShareDialog isOpen={isSharing} onClose={sharing.close} />}
    </header>
  )
}

function PageMenu({
  draft,
  onShare,
  onPublish,
}: {
  draft: ArticleDraft
  onShare: () => void
  onPublish: (() => void) | undefined
}) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const go = useGo()
  const remove = useDelete('broadcastArticle')
  const save = useSave('broadcastArticle')
  const { record } = draft
  const duplicate = () => {
    if (!record) return
    save.mutate(
      { patch: copyOf('broadcastArticle', record, language) },
      {
        onSuccess: ({ record: copy }) => void go('articles', copy._id),
        onError: ({ message }) => notifications.show({ color: 'red', message }),
      },
    )
  }
  return (
    <>
      {onPublish && (
        <Menu.Item hiddenFrom="sm" leftSection={<IconSend size={17} />} onClick={onPublish}>
          {t.page.publish}
        </Menu.Item>
      )}
      {canWrite && draft.values.status === 'published' && (
        <Menu.Item leftSection={<IconEyeOff size={17} />} onClick={() => void draft.save({ status: 'draft' })}>
          {t.page.toDraft}
        </Menu.Item>
      )}
      {record && (
        <>
          {canWrite && (
            <Menu.Item leftSection={<IconShare2 size={17} />} onClick={onShare}>
              {t.share.action}
            </Menu.Item>
          )}
          {canWrite && (
            <Menu.Item leftSection={<IconCopyPlus size={17} />} onClick={duplicate}>
              {t.page.duplicate}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCopy size={17} />}
            onClick={() => {
              void navigator.clipboard?.writeText(record._id)
              notifications.show({ message: common.copied })
            }}
          >
            {t.page.copyId}
          </Menu.Item>
          {canWrite && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={17} />}
              onClick={() => {
                const name = nameOf('broadcastArticle', record, language) || common.untitled
                void remove([record._id], name, () => void go('articles'))
              }}
            >
              {common.delete}
            </Menu.Item>
          )}
        </>
      )}
    </>
  )
}
