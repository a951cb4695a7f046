import { Button, Select, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { dateFormats, formatInstant } from '../../../ui/zoned.ts'
import type { Flow } from '../graph/flow.ts'
import { findNode } from '../graph/flow.ts'
import { formatDuration, type Run, statusOf } from '../graph/run-state.ts'
import { useStepWords } from '../step-words.tsx'
import { texts as shared } from '../texts.ts'
import { JsonView } from './json-view.tsx'
import { texts } from './texts.ts'
import { useRunHistory } from './use-runs.ts'
import './runs.css'

interface Props {
  workflowId: string
  flow: Flow
  /** The open run, if any. */
  run: Run | undefined
  onRun: (runId: string) => void
  onStep: (nodeId: string) => void
}

/** The open run, step by step, and all earlier runs. */
export function RunsPanel({ workflowId, flow, run, onRun, onStep }: Props) {
  const t = useTexts(texts)
  return (
    <Stack gap="lg">
      {run && <RunSteps run={run} flow={flow} onStep={onStep} />}
      <div>
        <Text fw={600} mb={8}>
          {t.history}
        </Text>
        <History workflowId={workflowId} openId={run?._id} onRun={onRun} />
      </div>
    </Stack>
  )
}

function RunSteps({ run, flow, onStep }: { run: Run; flow: Flow; onStep: (nodeId: string) => void }) {
  const t = useTexts(texts)
  const words = useStepWords()
  const nameOf = (nodeId: string) => {
    const node = findNode(flow, nodeId)
    return node ? words.nameOf(node) : t.unknownStep
  }
  const shown = run.nodeResults.slice(0, maxSteps)
  return (
    <Stack gap="sm">
      <Text fw={600}>{t.order}</Text>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.waiting}
        </Text>
      )}
      <ol className="run-steps">
        {shown.map((result) => (
          <li key={result.executionId} style={{ paddingInlineStart: (result.iterations?.length ?? 0) * 14 }}>
            <UnstyledButton className="run-step" onClick={() => onStep(result.nodeId)}>
              <StatusChip status={statusOf(result)} />
              <span className="run-step-name">
                {nameOf(result.nodeId)}
                {result.iterations &&
                  result.iterations.length > 0 &&
                  ` · ${t.roundOf(result.iterations.map((round) => round + 1).join('.'))}`}
              </span>
              <Text span size="xs" c="dimmed" className="tabular">
                {formatDuration(result.durationMs)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <JsonView label={t.input} value={run.context.input ?? {}} />
    </Stack>
  )
}

const maxSteps = 200
const statuses = ['succeeded', 'failed', 'running', 'queued', 'cancelled', 'timedOut'] as const

function History({
  workflowId,
  openId,
  onRun,
}: {
  workflowId: string
  openId: string | undefined
  onRun: (runId: string) => void
}) {
  const t = useTexts(texts)
  const { triggers } = useTexts(shared)
  const { status: names } = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const [status, setStatus] = useState<string | null>(null)
  const list = useRunHistory(workflowId, status)
  const triggerName = (trigger: string | null) =>
    trigger !== null && trigger in triggers ? triggers[trigger as keyof typeof triggers] : ''
  return (
    <Stack gap="sm">
      <Select
        aria-label={t.narrow}
        placeholder={t.allStatuses}
        data={statuses.map((one) => ({ value: one, label: names[one] }))}
        value={status}
        onChange={setStatus}
        clearable
      />
      {list.error && <ProblemNotice error={list.error} />}
      {list.isPending && <Skeleton h={120} />}
      {!list.isPending && list.runs.length === 0 && (
        <Text size="sm" c="dimmed">
          {status ? t.noneMatch : t.none}
        </Text>
      )}
      <ul className="run-list">
        {list.runs.map((run) => (
          <li key={run._id}>
            <UnstyledButton
              className="run-row"
              aria-current={run._id === openId || undefined}
              onClick={() => onRun(run._id)}
            >
              <StatusChip status={run.status} />
              <Text size="sm" className="tabular" truncate>
                {run.startedAt ? formatInstant(run.startedAt, timezone, language, dateFormats.precise) : t.waiting}
              </Text>
              <Text size="xs" c="dimmed" className="tabular">
                {formatDuration(run.durationMs)}
              </Text>
              <span className="run-row-more">
                {run.error ? run.error.message : `${triggerName(run.trigger)} · ${t.invoked(run.invokedNodeCount)}`}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Stack>
  )
}
