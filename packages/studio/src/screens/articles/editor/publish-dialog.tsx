import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { isNamelessInPublic } from '../../../kinds/nameless.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { hasUnreadDate } from '../../../ui/unread-date.ts'
import { formatInstant } from '../../../ui/zoned.ts'
import { ZonedDateTime } from '../../../ui/zoned-date-time.tsx'
import { texts } from '../texts.ts'
import { type ArticleDraft, textOf } from './article-text.ts'
import { Findings, useFindings } from './publishing-card.tsx'

interface Props {
  draft: ArticleDraft
  isOpen: boolean
  onClose: () => void
  onSaved: (record: Record<string, unknown>) => void
}

/** Asks for the publication date, and shows warnings. */
export function PublishDialog(props: Props) {
  const t = useTexts(texts)
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t.publishing.title}>
      {props.isOpen && <PublishForm {...props} />}
    </Modal>
  )
}

function PublishForm({ draft, onClose, onSaved }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const findings = useFindings(draft)
  const planned = textOf(draft.values.publishedAt)
  const [isLater, setLater] = useState(planned !== '' && Date.parse(planned) > Date.now())
  const [at, setAt] = useState<string | null>(planned || null)
  const [isRefused, setRefused] = useState(false)
  const isNameless = isNamelessInPublic('broadcastArticle', { ...draft.values, status: 'published' })
  const publish = async () => {
    if (hasUnreadDate()) return
    if (isLater && (at === null || Date.parse(at) <= Date.now())) return setRefused(true)
    // Without a date the service uses the time of publication.
    const record = await draft.save({ status: 'published', publishedAt: isLater ? at : null })
    onClose()
    if (!record) return
    const message =
      isLater && at !== null ? t.publishing.doneLater(formatInstant(at, timezone, language)) : t.publishing.done
    notifications.show({ color: 'green', message, autoClose: 4_000 })
    onSaved(record)
  }
  return (
    <Stack>
      <Findings findings={findings} />
      <SegmentedControl
        fullWidth
        aria-label={t.publishing.when}
        value={isLater ? 'later' : 'now'}
        onChange={(value) => setLater(value === 'later')}
        data={[
          { value: 'now', label: t.publishing.now },
          { value: 'later', label: t.publishing.later },
        ]}
      />
      {isLater && (
        <ZonedDateTime
          label={t.publishing.date}
          value={at}
          zone={timezone}
          error={isRefused ? t.publishing.needsDate : undefined}
          onChange={(instant) => {
            setAt(instant)
            setRefused(false)
          }}
        />
      )}
      {draft.values.isPrivate === true && (
        <Text size="sm" c="dimmed">
          {t.publishing.private}
        </Text>
      )}
      {isNameless && <Text size="sm">{common.needsName}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button color="green" loading={draft.isSaving} disabled={isNameless} onClick={() => void publish()}>
          {isLater ? t.publishing.schedule : t.publishing.publish}
        </Button>
      </Group>
    </Stack>
  )
}
