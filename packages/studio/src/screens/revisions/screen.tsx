import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCamera, IconSnowflake } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordFor } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { listsKey, useRecords } from '../../data/records.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Rows } from '../../ui/rows.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { CreateRevision } from './create-revision.tsx'
import { RestoreRevision } from './restore-revision.tsx'
import { RevisionDiff } from './revision-diff.tsx'
import { texts } from './texts.ts'

type Revision = RecordFor<'revision'>
type Doing = { what: 'create' } | { what: 'diff' | 'restore'; revision: Revision; title: string }

const newestFirst = { sort: { sequence: 'desc' as const }, limit: 30 }

/** Snapshots of the content, with restore. */
export default function Revisions() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone, canWrite } = useBroadcast()
  const found = useRecords('revision', newestFirst)
  const remove = useRemove()
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const create = canWrite && (
    <Button leftSection={<IconCamera size={17} />} onClick={() => setDoing({ what: 'create' })}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={create} />
      {found.error && <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Rows />}
      {found.data && found.records.length === 0 && (
        <EmptyState icon={IconSnowflake} title={t.emptyTitle} hint={t.emptyHint} />
      )}
      {found.records.length > 0 && (
        <ul className="surface list-rows">
          {found.records.map((revision) => {
            const title = revision.title ?? formatInstant(revision._createdAt, timezone, language)
            return (
              <RevisionRow
                key={revision._id}
                revision={revision}
                title={title}
                onDo={(what) => setDoing({ what, revision, title })}
                onRemove={() => void remove(revision._id, title)}
              />
            )
          })}
        </ul>
      )}
      {found.hasNextPage && (
        <Button variant="default" mt="sm" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t.more}
        </Button>
      )}
      {doing?.what === 'create' && <CreateRevision onClose={stop} />}
      {doing?.what === 'diff' && <RevisionDiff revisionId={doing.revision._id} title={doing.title} onClose={stop} />}
      {doing?.what === 'restore' && (
        <RestoreRevision revisionId={doing.revision._id} title={doing.title} onClose={stop} />
      )}
    </>
  )
}

interface RowProps {
  revision: Revision
  title: string
  onDo: (what: 'diff' | 'restore') => void
  onRemove: () => void
}

function RevisionRow({ revision, title, onDo, onRemove }: RowProps) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone, canWrite } = useBroadcast()
  const count = new Intl.NumberFormat(language)
  const frozen = Object.values(revision.stats).reduce(
    (sum: number, one) => sum + (typeof one === 'number' ? one : 0),
    0,
  )
  const facts = [
    formatInstant(revision._createdAt, timezone, language),
    t.at(count.format(revision.sequence)),
    ...(frozen > 0 ? [t.records(count.format(frozen))] : []),
  ]
  return (
    <li className="list-row">
      <div className="list-row-main">
        <Text fw={650}>{title}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {revision.note && <Text size="sm">{revision.note}</Text>}
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onDo('diff')} aria-label={`${t.diff}: ${title}`}>
          {t.diff}
        </Button>
        {canWrite && (
          <>
            <Button size="xs" variant="default" onClick={() => onDo('restore')} aria-label={`${t.restore}: ${title}`}>
              {t.restore}
            </Button>
            <Button size="xs" variant="light" color="red" onClick={onRemove} aria-label={`${t.remove}: ${title}`}>
              {t.remove}
            </Button>
          </>
        )}
      </Group>
    </li>
  )
}

function useRemove() {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const confirm = useConfirm()
  const removal = useMutation({
    mutationFn: (revisionId: string) => api.kind('revision').delete(revisionId),
    onSuccess: () => client.invalidateQueries({ queryKey: listsKey(id, 'revision') }),
    onError: ({ message }) => notifications.show({ color: 'red', message }),
  })
  return async (revisionId: string, title: string) => {
    const question = { title: t.removeTitle(title), message: t.removeHint, action: t.remove, isDangerous: true }
    if (await confirm(question)) removal.mutate(revisionId)
  }
}
