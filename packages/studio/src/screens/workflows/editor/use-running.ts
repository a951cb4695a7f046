import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import type { DraftEditing } from '../../../data/draft.ts'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from '../runs/texts.ts'
import { useLatestRun, useRun, useRunActions } from '../runs/use-runs.ts'
import type { Place } from './use-place.ts'

/** Running a workflow: the input dialog, the save before, and the displayed run, by default the newest. */
export function useRunning(draft: DraftEditing<'workflow'>, workflowId: string, place: Place) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const { openRun, runId, isStarting, clear } = place
  const actions = useRunActions(openRun)
  const opened = useRun(runId)
  const latest = useLatestRun(workflowId)
  const [isAsking, setAsking] = useState(isStarting && canWrite)
  useEffect(() => {
    if (isStarting) clear()
  }, [isStarting, clear])
  const start = async (input: Record<string, unknown>) => {
    if (draft.isDirty && !(await draft.save())) {
      setAsking(false)
      notifications.show({ color: 'red', message: t.saveRefused })
      return
    }
    if (await actions.start(workflowId, input)) setAsking(false)
  }
  return {
    actions,
    /** The run that was opened. */
    openedRun: runId ? opened.data : undefined,
    run: runId ? opened.data : latest,
    isAsking,
    ask: () => setAsking(true),
    stopAsking: () => setAsking(false),
    start,
  }
}

export type Running = ReturnType<typeof useRunning>
