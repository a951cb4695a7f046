import { SegmentedControl, Stack, Tabs, Text } from '@mantine/core'
import { IconRouteAltLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useEditedBy } from '../../../fields/edited-by.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Shown } from '../graph/canvas-map.ts'
import type { NodeType, Point, WorkflowNode } from '../graph/flow.ts'
import type { After } from '../graph/growing.ts'
import { SettingsPanel } from '../panel/settings-panel.tsx'
import { StepPanel } from '../panel/step-panel.tsx'
import { RunBar } from '../runs/run-bar.tsx'
import { RunsPanel } from '../runs/runs-panel.tsx'
import { useStepWords } from '../step-words.tsx'
import { texts as shared } from '../texts.ts'
import { AddStepButton } from './add-step.tsx'
import { Canvas } from './canvas.tsx'
import { StepList } from './step-list.tsx'
import { texts } from './texts.ts'
import type { Check } from './use-check.ts'
import type { FlowEditing } from './use-flow.ts'
import type { PanelTab, Place } from './use-place.ts'
import type { Running } from './use-running.ts'

interface Parts {
  editing: FlowEditing
  check: Check
  shown: Shown
  selected: WorkflowNode | undefined
  place: Place
  work: Running
  canWrite: boolean
  workflowId: string
  add: (type: NodeType, after?: After, at?: Point) => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  change: FlowEditing['change']
}

/** The canvas with a panel beside it. */
export function WideLayout(parts: Parts) {
  const t = useTexts(texts)
  const { step } = useTexts(shared)
  const { place, selected } = parts
  const marks = useEditedBy(parts.editing.draft, 'nodes')
  return (
    <div className="editor-body">
      <section className="editor-canvas surface" aria-label={t.canvas} {...marks}>
        <OpenedRun {...parts} />
        <div className="editor-flow">
          <CanvasOrStart {...parts} />
        </div>
      </section>
      <aside
        className="editor-panel surface"
        aria-label={panelName(t, step, place.panel)}
        data-edits={place.panel === 'step' ? 'nodes' : undefined}
      >
        <SegmentedControl
          fullWidth
          mb="md"
          value={place.panel}
          onChange={(value) => place.setPanel(value as PanelTab)}
          data={(['step', 'runs', 'settings'] as const).map((value) => ({ value, label: panelName(t, step, value) }))}
        />
        {place.panel === 'step' &&
          (selected ? <Step {...parts} node={selected} /> : <Text c="dimmed">{t.chooseStep}</Text>)}
        {place.panel === 'runs' && <Runs {...parts} />}
        {place.panel === 'settings' && <Settings {...parts} />}
      </aside>
    </div>
  )
}

const panelName = (t: { runs: string; settings: string }, step: string, panel: PanelTab) =>
  panel === 'step' ? step : panel === 'runs' ? t.runs : t.settings

/** One view at a time: the steps as a list, a read-only canvas, the runs, the settings. A step fills the screen. */
export function PhoneLayout(parts: Parts) {
  const t = useTexts(texts)
  const common = useCommon()
  const words = useStepWords()
  const { place, selected, shown, canWrite, add } = parts
  const [tab, setTab] = useState<string>(place.runId ? 'runs' : 'steps')
  const tabs: [string, string, ReactNode][] = [
    [
      'steps',
      t.steps,
      <Stack key="steps">
        <StepList shown={shown} onOpen={(id) => place.openStep(id)} />
        {canWrite && <div>{<AddStepButton isPrimary onAdd={(type) => add(type)} />}</div>}
      </Stack>,
    ],
    [
      'canvas',
      t.canvas,
      <div key="canvas" className="editor-flow editor-flow-phone surface">
        <CanvasOrStart {...parts} />
      </div>,
    ],
    ['runs', t.runs, <Runs key="runs" {...parts} />],
    ['settings', t.settings, <Settings key="settings" {...parts} />],
  ]
  return (
    <>
      <OpenedRun {...parts} />
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'steps')} keepMounted={false}>
        <Tabs.List grow mb="md">
          {tabs.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([value, , content]) => (
          <Tabs.Panel key={value} value={value}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
      <Drawer
        opened={selected !== undefined}
        onClose={place.closeStep}
        position="right"
        size="100%"
        title={selected && words.nameOf(selected)}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        {selected && <Step {...parts} node={selected} />}
      </Drawer>
    </>
  )
}

function OpenedRun({ work, place }: Parts) {
  if (!work.openedRun) return null
  return <RunBar run={work.openedRun} actions={work.actions} onClose={() => place.openRun(undefined)} />
}

function CanvasOrStart({ shown, canWrite, place, change, add, editing }: Parts) {
  const t = useTexts(texts)
  if (editing.flow.nodes.length === 0) {
    return (
      <EmptyState
        icon={IconRouteAltLeft}
        title={t.emptyTitle}
        hint={t.emptyHint}
        action={canWrite && <AddStepButton isPrimary onAdd={(type) => add(type)} />}
      />
    )
  }
  return (
    <Canvas
      shown={shown}
      canWrite={canWrite}
      change={change}
      add={add}
      onSelect={(id) => (id === undefined ? place.closeStep() : place.openStep(id))}
    />
  )
}

function Step({
  node,
  editing,
  work,
  check,
  canWrite,
  place,
  change,
  add,
  duplicate,
  remove,
}: Parts & { node: WorkflowNode }) {
  return (
    <StepPanel
      node={node}
      flow={editing.flow}
      run={work.run}
      problems={check.byNode.get(node.id) ?? []}
      isDisabled={!canWrite}
      tab={place.stepTab}
      onTab={place.setStepTab}
      change={change}
      add={add}
      onDuplicate={() => duplicate(node.id)}
      onDelete={() => remove(node.id)}
    />
  )
}

function Runs({ workflowId, editing, work, place }: Parts) {
  return (
    <RunsPanel
      workflowId={workflowId}
      flow={editing.flow}
      run={work.openedRun}
      onRun={place.openRun}
      onStep={(id) => place.openStep(id, 'result')}
    />
  )
}

function Settings({ workflowId, editing, check, canWrite }: Parts) {
  return (
    <SettingsPanel
      workflowId={workflowId}
      editing={editing}
      problems={check.byNode.get('') ?? []}
      isDisabled={!canWrite}
    />
  )
}
