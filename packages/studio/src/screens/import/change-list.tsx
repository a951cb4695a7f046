import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ChangeRow } from './change-row.tsx'
import type { Show } from './counts.tsx'
import type { Decisions } from './decisions.ts'
import { type Import, type ImportAction, type ImportChange, useImportChanges } from './imports.ts'
import { texts } from './texts.ts'

interface Props {
  record: Import
  decisions: Decisions | undefined
  /** Whether the records show their fields at once. */
  isOpen: boolean
  /** Given records, instead of those of a filter. */
  changes?: ImportChange[]
  show?: Exclude<Show, 'warnings' | 'matches'>
  kind?: string | undefined
}

/** Records of the plan. The next page is read when its end becomes visible. */
export function ChangeList({ record, decisions, isOpen, changes, show = 'all', kind }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const isRead = changes === undefined && kind !== undefined
  const found = useImportChanges(record._id, { kind, actions: actionsOf[show] }, isRead)
  const shown = changes ?? found.changes.filter((change) => isShown(change, show))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const { ref, entry } = useIntersection<HTMLButtonElement>({ rootMargin: '600px' })
  useEffect(() => {
    if (entry?.isIntersecting && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [entry, hasNextPage, isFetchingNextPage, fetchNextPage])
  if (found.error) return <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />
  if (isRead && found.isPending) return <Skeleton h={180} radius="lg" role="status" aria-label={common.loading} />
  return (
    <>
      {shown.length > 0 && (
        <ul className="surface import-rows">
          {shown.map((change) => (
            <ChangeRow
              key={`${change.kind}/${change.key}`}
              change={change}
              rule={record.rules.conflicts ?? 'keep'}
              decisions={decisions}
              isOpen={isOpen}
            />
          ))}
        </ul>
      )}
      {shown.length === 0 && !hasNextPage && (
        <Text c="dimmed" py="lg" ta="center">
          {t.noRows}
        </Text>
      )}
      {isRead && hasNextPage && (
        <Group justify="center" mt="md">
          <Button ref={ref} variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
    </>
  )
}

/** The actions behind a count: records that come back are counted as new ones. */
const actionsOf: Record<Exclude<Show, 'warnings' | 'matches'>, readonly (ImportAction | undefined)[]> = {
  all: [undefined],
  created: ['create', 'restore'],
  changed: ['update', 'conflict'],
  removed: ['remove'],
  kept: ['none', 'update', 'conflict'],
  conflicts: ['conflict'],
}

function isShown({ action, fields, reason }: ImportChange, show: Show): boolean {
  if (show === 'changed') return fields.some(({ outcome }) => outcome === 'take')
  if (show === 'kept') return reason === 'removed_by_people' || fields.some(({ outcome }) => outcome === 'keep')
  // Rows that only remember what the file said change nothing.
  return action !== 'none' || fields.length > 0 || reason !== null
}
