import { Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconRouteAltLeft } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useAllRecords, useRecords } from '../../../data/records.ts'
import { useTexts } from '../../../texts/language.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useGo } from '../../../ui/navigation.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { texts as shared } from '../texts.ts'
import { CreateDialog } from './create-dialog.tsx'
import { texts } from './texts.ts'
import { type LastRun, WorkflowCard } from './workflow-card.tsx'
import './list.css'

/** All workflows: their state, trigger and last run. */
export function WorkflowList({ isCreating }: { isCreating: boolean }) {
  const t = useTexts(texts)
  const { workflows: title } = useTexts(shared)
  const { canWrite } = useBroadcast()
  const go = useGo()
  const list = useAllRecords('workflow', { sort: { name: 'asc' } })
  const lastRuns = useLastRuns()
  const create = () => void go('workflows', 'new')
  useShortcuts([['n', () => canWrite && create()]])
  const button = canWrite && (
    <Button leftSection={<IconPlus size={18} />} onClick={create}>
      {t.create}
    </Button>
  )
  const isEmpty = !list.isPending && !list.error && list.records.length === 0
  return (
    <>
      <PageHeader title={title} about={t.about} actions={button} />
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && (
        <Stack gap="sm">
          <Skeleton h={92} radius="lg" />
          <Skeleton h={92} radius="lg" />
          <Skeleton h={92} radius="lg" />
        </Stack>
      )}
      {isEmpty && <EmptyState icon={IconRouteAltLeft} title={t.emptyTitle} hint={t.emptyHint} action={button} />}
      <ul className="workflow-list">
        {list.records.map((record) => (
          <WorkflowCard key={record._id} record={record} lastRun={lastRuns.get(record._id)} />
        ))}
      </ul>
      <CreateDialog isOpen={isCreating && canWrite} onClose={() => void go('workflows')} />
    </>
  )
}

/** The newest run of each workflow, without the outputs of its steps. */
function useLastRuns(): Map<string, LastRun> {
  const { records } = useRecords('workflowRun', {
    fields: ['workflowId', 'status', 'trigger', 'startedAt', 'finishedAt', 'durationMs'],
    limit: 200,
  })
  return useMemo(() => {
    const newest = new Map<string, LastRun>()
    for (const run of records) {
      if (run.workflowId && !newest.has(run.workflowId)) newest.set(run.workflowId, run)
    }
    return newest
  }, [records])
}
