import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFlag3, IconLoader2, IconX } from '@tabler/icons-react'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import type { FrameNode, StepNode } from '../graph/canvas-map.ts'
import type { Route } from '../graph/flow.ts'
import { warningOf } from '../graph/problems.ts'
import { formatDuration, type NodeState } from '../graph/run-state.ts'
import { nodeDeclarations } from '../nodes/index.ts'
import { useStepWords } from '../step-words.tsx'
import { texts } from './texts.ts'

/** A step on the canvas: its type, summary and last result. */
export const StepView = memo(function StepView({ data, selected, isConnectable }: NodeProps<StepNode>) {
  const { node, isEntry, isUnreached, routes, problems, state } = data
  const t = useTexts(texts)
  const words = useStepWords()
  const { icon: Icon, color, isCodeSummary } = nodeDeclarations[node.type]
  const hasErrors = problems.some(({ level }) => level === 'error')
  return (
    <div
      className="step"
      data-color={color}
      data-selected={selected || undefined}
      data-status={state?.status}
      data-unreached={isUnreached || undefined}
      data-invalid={hasErrors || undefined}
    >
      <Handle type="target" id="left" position={Position.Left} isConnectable={isConnectable} className="step-in" />
      <Handle type="target" id="top" position={Position.Top} isConnectable={isConnectable} className="step-top" />
      <div className="step-head">
        <span className="step-icon">
          <Icon size={15} stroke={1.9} />
        </span>
        <span className="step-type">{words.typeName(node.type)}</span>
        {isEntry && (
          <span className="step-entry">
            <IconFlag3 size={12} /> {state ? <VisuallyHidden>{t.entry}</VisuallyHidden> : t.entry}
          </span>
        )}
        {problems.length > 0 && (
          <span className="step-problem">
            <IconAlertTriangle size={14} aria-hidden />
            <VisuallyHidden>{hasErrors ? t.problems(problems.length) : warningOf(problems, t)}</VisuallyHidden>
          </span>
        )}
        {state && <StateMark state={state} />}
      </div>
      <div className="step-name">{words.nameOf(node)}</div>
      <div className="step-setting" data-code={isCodeSummary || undefined}>
        {words.settingOf(node) || t.notSet}
      </div>
      {routes.map((route) => (
        <RouteHandle key={route} route={route} isConnectable={isConnectable} />
      ))}
    </div>
  )
})

/** The frame around the steps that a loop repeats. */
export const FrameView = memo(function FrameView({ data }: NodeProps<FrameNode>) {
  const t = useTexts(texts)
  const words = useStepWords()
  const { icon: Icon } = nodeDeclarations[data.loop.type]
  return (
    <div className="loop-frame">
      <span className="loop-frame-name">
        <Icon size={13} /> {t.loopFrame(words.nameOf(data.loop))}
      </span>
    </div>
  )
})

function RouteHandle({ route, isConnectable }: { route: Route; isConnectable: boolean }) {
  const isBody = route === 'body'
  return (
    <Handle
      type="source"
      id={route}
      position={isBody ? Position.Bottom : Position.Right}
      isConnectable={isConnectable}
      className={`step-out step-out-${route}`}
    />
  )
}

function StateMark({ state }: { state: NodeState }) {
  const t = useTexts(texts)
  const { status: names } = useCommon()
  const Icon = state.status === 'running' ? IconLoader2 : state.status === 'failed' ? IconX : IconCheck
  return (
    <span className="step-state tabular" data-status={state.status}>
      <Icon size={13} stroke={2.4} aria-hidden className={state.status === 'running' ? 'step-spin' : undefined} />
      <VisuallyHidden>{names[state.status]}</VisuallyHidden>
      {state.count > 1 && <span>{t.ranTimes(state.count)}</span>}
      {state.status !== 'running' && <span>{formatDuration(state.durationMs)}</span>}
    </span>
  )
}
