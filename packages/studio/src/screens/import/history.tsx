import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useActorNames } from '../../data/actor-names.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useRecords } from '../../data/records.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { outcomeText } from './counted.ts'
import { ImportStatus } from './import-status.tsx'
import { type Import, useImportActor } from './imports.ts'
import { texts } from './texts.ts'

/** Earlier imports, the latest first. Previews that a later one replaced are left out. */
export function History() {
  const t = useTexts(texts)
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const list = useRecords('import', historyQuery)
  if (list.error) return <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton h={160} radius="lg" role="status" aria-label={common.loading} />
  // The invitation above is enough for people who can import.
  if (canWrite && list.records.length === 0) return null
  return (
    <section className="import-section">
      <Title order={2} fz="lg" mb="sm">
        {t.history}
      </Title>
      {list.records.length === 0 ? (
        <EmptyState icon={IconTableImport} title={t.noHistory} hint={t.noHistoryHint} />
      ) : (
        <ul className="surface import-rows">
          {list.records.map((record) => (
            <HistoryRow key={record._id} record={record} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
    </section>
  )
}

const historyQuery = {
  filters: [{ status: { $ne: 'discarded' } }],
  sort: { _createdAt: 'desc' },
  limit: 20,
} as const satisfies Parameters<typeof useRecords>[1]

function HistoryRow({ record }: { record: Import }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const actorName = useActorNames()
  const actor = useImportActor(record._id)
  const when = formatInstant(record.startedAt ?? record._createdAt, timezone, language)
  return (
    <li className="import-row">
      <ScreenLink screen="import" recordId={record._id} className="import-row-head import-row-link">
        <span className="import-row-name">
          <Text span fw={600} className="import-row-title">
            {record.title || common.untitled}
          </Text>
          <Text span size="sm" c="dimmed">
            {t.madeBy(when, actorName(actor))}
          </Text>
        </span>
        <Text span size="sm" className="tabular import-row-counts">
          {outcomeText(record, t)}
        </Text>
        <ImportStatus status={record.status} />
      </ScreenLink>
    </li>
  )
}
