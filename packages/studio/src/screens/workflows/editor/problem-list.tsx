import { Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/language.tsx'
import { type Flow, findNode } from '../graph/flow.ts'
import type { NodeProblem } from '../graph/problems.ts'
import { nodeDeclarations } from '../nodes/index.ts'
import { useStepWords } from '../step-words.tsx'
import { texts } from './texts.ts'
import type { Check } from './use-check.ts'

interface Props {
  check: Check
  flow: Flow
  isFirstOpen: boolean
  /** The empty id is the workflow itself. */
  onOpen: (nodeId: string) => void
}

/** Whether a workflow is valid, and its problems, with links to them. */
export function ProblemList({ check, flow, isFirstOpen, onOpen }: Props) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(isFirstOpen)
  const { errors, warnings, isChecking } = check
  const isFine = errors === 0 && warnings === 0
  const label = errors > 0 ? t.problems(errors) : warnings > 0 ? t.warnings(warnings) : isChecking ? t.checking : t.fine
  return (
    <Popover opened={isOpen && !isFine} onChange={setOpen} position="bottom-end" shadow="md" width={340} trapFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color={errors > 0 ? 'red' : warnings > 0 ? 'yellow' : 'green'}
          c={
            errors > 0
              ? 'var(--mantine-color-red-light-color)'
              : isFine
                ? 'var(--mantine-color-green-light-color)'
                : 'var(--mantine-color-yellow-light-color)'
          }
          leftSection={isFine ? <IconCircleCheck size={17} /> : <IconAlertTriangle size={17} />}
          aria-live="polite"
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={650} mb={6}>
          {t.problemsTitle}
        </Text>
        <Stack gap={2} mah={360} style={{ overflow: 'auto' }}>
          {[...check.byNode].flatMap(([nodeId, problems]) =>
            problems.map((problem) => (
              <Line
                key={`${nodeId}${problem.pointer}${problem.code}`}
                flow={flow}
                nodeId={nodeId}
                problem={problem}
                onOpen={() => {
                  setOpen(false)
                  onOpen(nodeId)
                }}
              />
            )),
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Line({
  flow,
  nodeId,
  problem,
  onOpen,
}: {
  flow: Flow
  nodeId: string
  problem: NodeProblem
  onOpen: () => void
}) {
  const t = useTexts(texts)
  const words = useStepWords()
  const node = findNode(flow, nodeId)
  const place = node ? words.nameOf(node) : t.whole
  const declared =
    node &&
    nodeDeclarations[node.type].fields.find(({ path }) => path.every((step, index) => problem.path[index + 1] === step))
  const field = declared ? words.fieldName(declared) : problem.path.join(' › ')
  const message =
    problem.code === 'unreachable' ? t.never : problem.path[0] === 'entryNodeId' ? t.entryMissing : problem.message
  return (
    <UnstyledButton onClick={onOpen} p={8} style={{ borderRadius: 8 }}>
      <Text size="sm" fw={600}>
        {place}
      </Text>
      <Text size="sm" c={problem.level === 'error' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {problem.code === 'unreachable' || problem.path[0] === 'entryNodeId' || field === ''
          ? message
          : `${field}: ${message}`}
      </Text>
    </UnstyledButton>
  )
}
