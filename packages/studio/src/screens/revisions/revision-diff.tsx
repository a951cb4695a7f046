import { Badge, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { BroadcastApi } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useKindLabel } from '../../kinds/labels.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Rows } from '../../ui/rows.tsx'
import { DifferenceList } from '../kinds/difference-list.tsx'
import { texts } from './texts.ts'

type Diff = Awaited<ReturnType<BroadcastApi['sdk']['revisions']['diff']>>

/** The changes of the content since a revision, record by record. */
export function RevisionDiff({
  revisionId,
  title,
  onClose,
}: {
  revisionId: string
  title: string
  onClose: () => void
}) {
  const t = useTexts(texts)
  const isPhone = useMediaQuery('(max-width: 48em)')
  const { api, id } = useBroadcast()
  const diff = useInfiniteQuery({
    queryKey: ['broadcast', id, 'revision diff', revisionId],
    queryFn: ({ pageParam, signal }) =>
      api.sdk.revisions.diff(revisionId, { to: 'current', ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Diff) => next ?? undefined,
    staleTime: 0,
  })
  const records = diff.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 720}
      title={
        <Text fw={650} fz="lg">
          {t.diff}: {title}
        </Text>
      }
    >
      {diff.error && <ProblemNotice error={diff.error} onRetry={() => void diff.refetch()} />}
      {diff.isPending && <Rows />}
      {diff.data && records.length === 0 && <Text>{t.nothing}</Text>}
      {records.map((record) => (
        <RecordDiff key={`${record.kind} ${record.id}`} record={record} />
      ))}
      {diff.hasNextPage && (
        <Button variant="default" mt="md" loading={diff.isFetchingNextPage} onClick={() => void diff.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Drawer>
  )
}

function RecordDiff({ record }: { record: Diff['data'][number] }) {
  const t = useTexts(texts)
  const common = useCommon()
  const kindLabel = useKindLabel()
  const { kind, title, operation, fields } = record
  return (
    <section className="difference">
      <Group gap="xs">
        <Text fw={650}>{title ?? common.untitled}</Text>
        <Badge variant="light" color={colors[operation]} radius="sm" tt="none">
          {t.operation[operation]}
        </Badge>
        <Text size="sm" c="dimmed">
          {kindLabel(kind)}
        </Text>
      </Group>
      <DifferenceList
        kind={kind}
        items={fields.map(({ pointer, before, after }) => ({ path: pointer.slice(1).split('/'), before, after }))}
      />
    </section>
  )
}

const colors = { added: 'green', changed: 'blue', removed: 'red' }
