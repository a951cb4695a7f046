import { Alert, Badge, Group, Select, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import type { NodeType } from '../graph/flow.ts'
import { formatDuration, invocationsOf, lastOf, type NodeResult, type Run, statusOf } from '../graph/run-state.ts'
import { useStepWords } from '../step-words.tsx'
import { JsonView } from './json-view.tsx'
import { texts } from './texts.ts'

/** The result of a step in a run; in a loop, of the chosen iteration. */
export function StepResult({ run, nodeId }: { run: Run | undefined; nodeId: string }) {
  const t = useTexts(texts)
  const { status: names } = useCommon()
  const [chosen, setChosen] = useState<string | null>(null)
  const all = run ? invocationsOf(run, nodeId) : []
  const failed = all.find((one) => statusOf(one) === 'failed')
  const result = all.find(({ executionId }) => executionId === chosen) ?? failed ?? all.at(-1)
  if (!run || !result) return <Text c="dimmed">{run ? t.notRun : t.none}</Text>
  const roundName = ({ iterations }: NodeResult, index: number) =>
    iterations && iterations.length > 0
      ? t.roundOf(iterations.map((round) => round + 1).join('.'))
      : t.roundOf(String(index + 1))
  return (
    <Stack gap="md">
      {all.length > 1 && (
        <Select
          label={t.round}
          data={all.map((one, index) => ({
            value: one.executionId,
            label: `${roundName(one, index)} · ${names[statusOf(one)]}`,
          }))}
          value={result.executionId}
          allowDeselect={false}
          searchable
          onChange={setChosen}
        />
      )}
      <Invocation run={run} result={result} />
    </Stack>
  )
}

function Invocation({ run, result }: { run: Run; result: NodeResult }) {
  const t = useTexts(texts)
  const words = useStepWords()
  const before = lastOf(run, result)
  const { error, logs = [], attempts = 1, routeTaken, nodeType } = result
  return (
    <>
      <Group gap={8}>
        <StatusChip status={statusOf(result)} />
        <Text size="sm" className="tabular">
          {formatDuration(result.durationMs)}
        </Text>
        {attempts > 1 && (
          <Badge variant="light" color="yellow" tt="none" radius="sm">
            {t.attempts(attempts)}
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          {routeTaken
            ? t.went(words.routeName(nodeType as NodeType, routeTaken))
            : statusOf(result) !== 'running' && t.stopped}
        </Text>
      </Group>
      {error && (
        <Alert color="red" icon={<IconAlertCircle size={18} />} title={t.error}>
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {error.message}
          </Text>
        </Alert>
      )}
      <JsonView
        label={t.output}
        value={result.output}
        isEmpty={!('output' in result)}
        note={result.outputCut ? t.cut : undefined}
      />
      {logs.length > 0 && <JsonView label={t.logs} text={logs.join('\n')} />}
      {before && <JsonView label={t.stepInput} value={before.value} />}
    </>
  )
}
