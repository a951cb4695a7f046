import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { kindKey, recordKey, useRecords } from '../../../data/records.ts'
import { useTexts } from '../../../texts/language.tsx'
import { isUnderWay, type Run } from '../graph/run-state.ts'
import { texts } from './texts.ts'

/** One run, polled while it is running. */
export function useRun(runId: string | undefined) {
  const { api, id } = useBroadcast()
  return useQuery({
    queryKey: recordKey(id, 'workflowRun', runId ?? ''),
    queryFn: ({ signal }) => api.kind('workflowRun').get(runId ?? '', signal),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.record) ? 500 : false),
    select: ({ record }) => record as unknown as Run,
  })
}

/** The newest run of a workflow with all outputs, for showing the results of steps. */
export function useLatestRun(workflowId: string): Run | undefined {
  const { records } = useRecords('workflowRun', { filters: [{ workflowId }], limit: 1 })
  return records[0] as unknown as Run | undefined
}

/** The runs of a workflow, without the outputs of their steps. */
export function useRunHistory(workflowId: string, status: string | null) {
  const found = useRecords('workflowRun', {
    filters: [{ workflowId }, ...(status ? [{ status }] : [])],
    fields: ['workflowId', 'status', 'trigger', 'startedAt', 'finishedAt', 'durationMs', 'invokedNodeCount', 'error'],
    limit: 30,
  })
  return { ...found, runs: found.records as unknown as Omit<Run, 'nodeResults' | 'context'>[] }
}

/** Starts, cancels, retries and resumes runs. Each returns the resulting run. */
export function useRunActions(onRun: (runId: string) => void) {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const t = useTexts(texts)
  const [isBusy, setBusy] = useState(false)
  const { workflows, runs } = api.sdk
  const act = useCallback(
    async (ask: () => Promise<{ _id: string }>): Promise<boolean> => {
      setBusy(true)
      try {
        const run = await ask()
        await client.invalidateQueries({ queryKey: kindKey(id, 'workflowRun') })
        onRun(run._id)
        return true
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        notifications.show({ color: 'red', title: t.runRefused, message, autoClose: 8_000 })
        return false
      } finally {
        setBusy(false)
      }
    },
    [client, id, onRun, t],
  )
  return {
    isBusy,
    start: (workflowId: string, input: Record<string, unknown>) => act(() => workflows.start(workflowId, { input })),
    cancel: (runId: string) => act(() => runs.cancel(runId)),
    rerun: (runId: string) => act(() => runs.rerun(runId)),
    resume: (runId: string) => act(() => runs.resume(runId)),
  }
}

export type RunActions = ReturnType<typeof useRunActions>
