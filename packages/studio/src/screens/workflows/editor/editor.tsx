import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useMemo } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type DraftEditing, useDraft } from '../../../data/draft.ts'
import { EditingNotices } from '../../../fields/editing-bar.tsx'
import { useTexts } from '../../../texts/language.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import type { Shown } from '../graph/canvas-map.ts'
import { findNode, type NodeType, type Point, removeNodes } from '../graph/flow.ts'
import { type After, duplicated, endOf, grown } from '../graph/growing.ts'
import { linksTaken, nodeStates } from '../graph/run-state.ts'
import { triggerOf } from '../graph/trigger-words.ts'
import { nodeDeclarations } from '../nodes/index.ts'
import { RunDialog } from '../runs/run-dialog.tsx'
import { useStepWords } from '../step-words.tsx'
import { EditorHeader } from './header.tsx'
import { PhoneLayout, WideLayout } from './layouts.tsx'
import { texts } from './texts.ts'
import { useCheck } from './use-check.ts'
import { useFlow } from './use-flow.ts'
import { usePlace } from './use-place.ts'
import { useRunning } from './use-running.ts'
import './editor.css'

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

function Workplace({ draft, workflowId }: { draft: DraftEditing<'workflow'>; workflowId: string }) {
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
        trigger={triggerOf(draft.values.trigger)}
        lastInput={run?.context.input}
        onStart={(input) => void work.start(input)}
      />
    </div>
  )
}
