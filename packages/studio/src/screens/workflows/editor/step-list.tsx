import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconFlag3 } from '@tabler/icons-react'
import { useTexts } from '../../../texts/language.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import type { Shown } from '../graph/canvas-map.ts'
import { findNode, inOrder, loopBodies, nextOf, routesOf } from '../graph/flow.ts'
import { warningOf } from '../graph/problems.ts'
import { formatDuration } from '../graph/run-state.ts'
import { nodeDeclarations } from '../nodes/index.ts'
import { useStepWords } from '../step-words.tsx'
import { texts } from './texts.ts'

/** The steps as a list, in the order of a run: replaces the canvas on small screens. */
export function StepList({ shown, onOpen }: { shown: Shown; onOpen: (id: string) => void }) {
  const t = useTexts(texts)
  const words = useStepWords()
  const { flow, problems, states } = shown
  const bodies = [...loopBodies(flow).values()]
  return (
    <ol className="step-list">
      {inOrder(flow).map((node) => {
        const { icon: Icon, color } = nodeDeclarations[node.type]
        const state = states.get(node.id)
        const found = problems.get(node.id) ?? []
        const depth = bodies.filter((body) => body.has(node.id)).length
        return (
          <li key={node.id} style={{ marginInlineStart: depth * 18 }}>
            <UnstyledButton className="step-row" onClick={() => onOpen(node.id)} data-color={color}>
              <span className="step-icon">
                <Icon size={17} />
              </span>
              <span className="step-row-text">
                <Group gap={6} wrap="nowrap">
                  <Text fw={640} truncate>
                    {words.nameOf(node)}
                  </Text>
                  {flow.entryNodeId === node.id && (
                    <span className="step-entry">
                      <IconFlag3 size={12} /> {t.entry}
                    </span>
                  )}
                </Group>
                <Text size="sm" c="dimmed" truncate>
                  {words.settingOf(node) || t.notSet}
                </Text>
                {routesOf(node).map((route) => {
                  const next = findNode(flow, nextOf(node, route))
                  return next ? (
                    <Text key={route} size="xs" c="dimmed" truncate>
                      {words.routeName(node.type, route)} → {words.nameOf(next)}
                    </Text>
                  ) : null
                })}
                {state && (
                  <Group gap={6} mt={4}>
                    <StatusChip status={state.status} />
                    <Text size="xs" c="dimmed" className="tabular">
                      {formatDuration(state.durationMs)}
                    </Text>
                  </Group>
                )}
                {found.length > 0 && (
                  <Group gap={4} mt={4} c="var(--mantine-color-error)">
                    <IconAlertTriangle size={14} />
                    <Text size="xs">
                      {found.some(({ level }) => level === 'error') ? t.problems(found.length) : warningOf(found, t)}
                    </Text>
                  </Group>
                )}
              </span>
              <IconChevronRight size={18} />
            </UnstyledButton>
          </li>
        )
      })}
    </ol>
  )
}
