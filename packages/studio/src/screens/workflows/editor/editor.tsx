import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useDraft } from '../../../data/draft.ts'
import { EditingNotices } from '../../../fields/editing-bar.tsx'
import { useTexts } from '../../../texts/language.tsx'
import { useSearchValues } from '../../../ui/navigation.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import type { Shown } from '../graph/canvas-map.ts'
import { findNode, type NodeType, type Point, removeNodes } from '../graph/flow.ts'
import { type After, duplicated, endOf, grown } from '../graph/growing.ts'
import { linksTaken, nodeStates } from '../graph/run-state.ts'
import { nodeDeclarations } from '../nodes/index.ts'
import { RunDialog } from '../runs/run-dialog.tsx'
import { texts as runTexts } from '../runs/texts.ts'
import { useLatestRun, useRun, useRunActions } from '../runs/use-runs.ts'
import { useStepWords } from '../step-words.tsx'
import { EditorHeader } from './header.tsx'
import { PhoneLayout, WideLayout } from './layouts.tsx'
import { texts } from './texts.ts'
import { useCheck } from './use-check.ts'
import { useFlow } from './use-flow.ts'
import './editor.css'

export type PanelTab = 'step' | 'runs' | 'settings'

/** A workflow: its canvas, its settings and its runs. */
export default function Editor({ workflowId }: { workflowId: string }) {
  const draft = useDraft('workflow', workflowId)
  if (draft.loadError) return <ProblemNotice error={draft.loadError} />
  if (draft.isLoading) {
    return (
      <Stack>
        <Skeleton h={44} />
        <Skeleton h="70dvh" />
      </Stack>
    )
  }
  return <Workplace draft={draft} workflowId={workflowId} />
}

function Workplace({ draft, workflowId }: { draft: ReturnType<typeof useDraft<'workflow'>>; workflowId: string }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const isPhone = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  const editing = useFlow(draft)
  const check = useCheck(editing)
  const { flow, change, undo, redo } = editing
  const place = usePlace()
  const work = useRunning(draft, workflowId, place)
  const { run } = work
  const selected = findNode(flow, place.selectedId)
  const name = String(draft.values.name ?? '')
  const words = useStepWords()

  useEffect(() => {
    document.title = `${name} · Marquee`
  }, [name])
  useHotkeys([
    ['mod+Z', () => canWrite && undo?.()],
    ['mod+shift+Z', () => canWrite && redo?.()],
    ['mod+Y', () => canWrite && redo?.()],
  ])

  const add = useCallback(
    (type: NodeType, after?: After, at?: Point) => {
      const next = grown(flow, type, nodeDeclarations[type].initial, { after: after ?? endOf(flow, selected?.id), at })
      change(() => next.flow)
      place.openStep(next.id, 'setup')
    },
    [flow, change, selected?.id, place.openStep],
  )
  const duplicate = (id: string) => {
    const node = findNode(flow, id)
    const copy = node && duplicated(flow, id, t.copyOf(words.nameOf(node)))
    if (!copy) return
    change(() => copy.flow)
    place.openStep(copy.id, 'setup')
  }
  const remove = (id: string) => {
    change((known) => removeNodes(known, [id]))
    place.closeStep()
  }
  const shown = useMemo<Shown>(
    () => ({
      flow,
      selectedId: selected?.id,
      problems: check.byNode,
      states: run ? nodeStates(run, flow) : new Map(),
      taken: run ? linksTaken(run) : new Set(),
    }),
    [flow, selected?.id, check.byNode, run],
  )
  const parts = { editing, check, shown, selected, place, work, canWrite, workflowId, add, duplicate, remove, change }
  return (
    <div className="workflow-editor">
      <VisuallyHidden>
        <Title order={1}>{name}</Title>
      </VisuallyHidden>
      <EditorHeader editing={editing} check={check} place={place} onRun={work.ask} />
      <EditingNotices draft={draft} />
      {isPhone ? <PhoneLayout {...parts} /> : <WideLayout {...parts} />}
      <RunDialog
        isOpen={work.isAsking}
        onClose={work.stopAsking}
        isDirty={draft.isDirty}
        isBusy={work.actions.isBusy || draft.isSaving}
        lastInput={run?.context.input}
        onStart={(input) => void work.start(input)}
      />
    </div>
  )
}

/** Which step and which run are open; both stand in the address. */
export function usePlace() {
  const [search, setSearch] = useSearchValues()
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const selectedId = text(search.step)
  const runId = text(search.run)
  const [panel, setPanel] = useState<PanelTab>(runId ? 'runs' : selectedId ? 'step' : 'settings')
  const [stepTab, setStepTab] = useState<'setup' | 'result'>(runId ? 'result' : 'setup')
  const openStep = useCallback(
    (id: string, tab?: 'setup' | 'result') => {
      setSearch({ step: id })
      setPanel('step')
      if (tab) setStepTab(tab)
    },
    [setSearch],
  )
  const closeStep = useCallback(() => {
    setSearch({ step: undefined })
    setPanel((known) => (known === 'step' ? 'settings' : known))
  }, [setSearch])
  const openRun = useCallback(
    (id: string | undefined) => {
      setSearch({ run: id })
      if (id) {
        setPanel('runs')
        setStepTab('result')
      }
    },
    [setSearch],
  )
  const isStarting = search.start === true
  const showsProblems = search.problems === true
  const clear = useCallback(() => setSearch({ start: undefined, problems: undefined }), [setSearch])
  return {
    selectedId,
    runId,
    panel,
    setPanel,
    stepTab,
    setStepTab,
    openStep,
    closeStep,
    openRun,
    isStarting,
    showsProblems,
    clear,
  }
}

export type Place = ReturnType<typeof usePlace>

/** Running: the question what with, the save before, and the run that is looked at. Without one, the newest says what steps came to. */
function useRunning(draft: ReturnType<typeof useDraft<'workflow'>>, workflowId: string, place: Place) {
  const t = useTexts(runTexts)
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
    /** The run that was opened, to be shown as such. */
    openedRun: runId ? opened.data : undefined,
    run: runId ? opened.data : latest,
    isAsking,
    ask: () => setAsking(true),
    stopAsking: () => setAsking(false),
    start,
  }
}

export type Running = ReturnType<typeof useRunning>
