import {
  ActionIcon,
  Button,
  Collapse,
  Group,
  Menu,
  NumberInput,
  Select,
  Stack,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCopyPlus, IconDots, IconFlag3, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { AddStepItems } from '../editor/add-step.tsx'
import { texts as editorTexts } from '../editor/texts.ts'
import {
  connect,
  type Flow,
  type NodeType,
  nextOf,
  type Route,
  routesOf,
  type WorkflowNode,
  withNode,
} from '../graph/flow.ts'
import { type NodeProblem, problemAt } from '../graph/problems.ts'
import type { Run } from '../graph/run-state.ts'
import { nodePath, variablesFor } from '../graph/variables.ts'
import { writeAt } from '../graph/wrapper.ts'
import type { FieldDeclaration } from '../nodes/declaration.ts'
import { isCondition, nodeDeclarations } from '../nodes/index.ts'
import { StepResult } from '../runs/step-result.tsx'
import { useStepWords } from '../step-words.tsx'
import { CodeExamples } from './code-examples.tsx'
import { StepField } from './step-field.tsx'
import { texts } from './texts.ts'

export interface StepPanelProps {
  node: WorkflowNode
  flow: Flow
  run: Run | undefined
  problems: readonly NodeProblem[]
  isDisabled: boolean
  /** Which of the two tabs is open. */
  tab: 'setup' | 'result'
  onTab: (tab: 'setup' | 'result') => void
  change: (edit: (flow: Flow) => Flow, tag?: string) => void
  add: (type: NodeType, after: { id: string; route: Route }) => void
  onDuplicate: () => void
  onDelete: () => void
}

/** One step: its settings, routes and results. */
export function StepPanel(props: StepPanelProps) {
  const { node, flow, run, isDisabled, change, tab, onTab } = props
  const t = useTexts(texts)
  const words = useStepWords()
  const { icon: Icon } = nodeDeclarations[node.type]
  return (
    <Stack gap="md">
      <Group wrap="nowrap" align="flex-end" gap="xs">
        <TextInput
          flex={1}
          label={
            <Group gap={6} component="span" display="inline-flex">
              <Icon size={15} /> {t.name}
            </Group>
          }
          description={t.id(nodePath(node.id))}
          placeholder={words.typeName(node.type)}
          value={node.name ?? ''}
          disabled={isDisabled}
          onChange={(event) => {
            const name = event.currentTarget.value
            change(
              (known) => withNode(known, node.id, (one) => ({ ...one, name: name === '' ? null : name })),
              `name:${node.id}`,
            )
          }}
        />
        {!isDisabled && <StepMenu {...props} isEntry={flow.entryNodeId === node.id} />}
      </Group>
      <Tabs value={tab} onChange={(value) => onTab(value === 'result' ? 'result' : 'setup')} variant="default">
        <Tabs.List grow mb="md">
          <Tabs.Tab value="setup">{t.setup}</Tabs.Tab>
          <Tabs.Tab value="result">{t.result}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="setup">
          <Setup key={node.id} {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="result">
          <StepResult run={run} nodeId={node.id} key={`${run?._id}:${node.id}`} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function Setup(props: StepPanelProps) {
  const { node, flow, run, problems, isDisabled, change } = props
  const t = useTexts(texts)
  const [isRareOpen, rare] = useDisclosure()
  const variables = useMemo(() => variablesFor(flow, node.id, run), [flow, node.id, run])
  const shown = nodeDeclarations[node.type].fields.filter(({ isShown }) => isShown?.(node.config ?? {}) ?? true)
  const code = shown.find(({ form }) => form === 'code')
  const field = (declaration: FieldDeclaration) => (
    <StepField
      key={declaration.path.join('.')}
      declaration={declaration}
      node={node}
      flow={flow}
      variables={variables}
      isDisabled={isDisabled}
      error={problemAt(problems, ['config', ...declaration.path])}
      onChange={(wrapper) =>
        change(
          (known) =>
            withNode(known, node.id, (one) => ({
              ...one,
              config: writeAt(one.config ?? {}, declaration.path, wrapper),
            })),
          `${node.id}:${declaration.path.join('.')}`,
        )
      }
    />
  )
  const rareFields = shown.filter(({ isRare }) => isRare)
  return (
    <Stack gap="md">
      {shown.filter(({ isRare }) => !isRare).map(field)}
      {code && (
        <CodeExamples
          isDisabled={isDisabled}
          onUse={(example) =>
            change((known) =>
              withNode(known, node.id, (one) => ({
                ...one,
                config: writeAt({}, code.path, { type: code.type, value: example }),
              })),
            )
          }
        />
      )}
      <NextSteps {...props} />
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={rare.toggle}
        aria-expanded={isRareOpen}
        style={{ alignSelf: 'flex-start' }}
      >
        {t.more}
      </Button>
      <Collapse expanded={isRareOpen}>
        {isRareOpen && (
          <Stack gap="md">
            {rareFields.map(field)}
            <Failing {...props} />
          </Stack>
        )}
      </Collapse>
    </Stack>
  )
}

/** The routes of a step: the same as drawing a connection, without a mouse. */
function NextSteps({ node, flow, isDisabled, change, add, problems }: StepPanelProps) {
  const t = useTexts(texts)
  const { addAfter } = useTexts(editorTexts)
  const words = useStepWords()
  // The body of a loop is required, so it is above, among the settings.
  const routes = routesOf(node).filter((route) => route !== 'body')
  return (
    <Stack gap="xs" className="panel-section">
      <Text fw={600} size="sm">
        {t.next}
      </Text>
      {routes.map((route) => {
        const name = words.routeName(node.type, route)
        return (
          <Group key={route} gap={6} wrap="nowrap" align="flex-end">
            <Select
              flex={1}
              label={name}
              data={flow.nodes
                .filter(({ id }) => id !== node.id)
                .map((one) => ({ value: one.id, label: words.nameOf(one) }))}
              value={nextOf(node, route)}
              placeholder={t.nowhere}
              clearable
              searchable
              disabled={isDisabled}
              error={problemAt(problems, [route])}
              onChange={(to) => change((known) => connect(known, node.id, route, to))}
            />
            {!isDisabled && (
              <Menu position="bottom-end" shadow="md">
                <Menu.Target>
                  <ActionIcon size={36} variant="default" aria-label={`${addAfter}, ${name}`}>
                    <IconPlus size={16} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <AddStepItems onAdd={(type) => add(type, { id: node.id, route })} />
                </Menu.Dropdown>
              </Menu>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}

function Failing({ node, isDisabled, change }: StepPanelProps) {
  const t = useTexts(texts)
  const set = (part: Partial<WorkflowNode>) =>
    change((known) => withNode(known, node.id, (one) => ({ ...one, ...part })), `failing:${node.id}`)
  const hasErrorRoute = !isCondition(node) && nextOf(node, 'onError') !== null
  return (
    <>
      <Select
        label={t.ifFails}
        description={hasErrorRoute ? t.hasErrorRoute : undefined}
        data={[
          { value: 'stopWorkflow', label: t.errorBehavior.stopWorkflow },
          { value: 'continue', label: t.errorBehavior.continue },
        ]}
        value={node.errorBehavior ?? 'stopWorkflow'}
        allowDeselect={false}
        disabled={isDisabled || hasErrorRoute}
        onChange={(errorBehavior) => set({ errorBehavior })}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={t.retries}
          description={t.retriesHint}
          min={0}
          max={10}
          value={node.retries ?? 0}
          disabled={isDisabled}
          onChange={(value) => set({ retries: Number(value) || 0 })}
        />
        <NumberInput
          label={t.retryDelay}
          min={0}
          max={60_000}
          step={500}
          value={node.retryDelayMs ?? 1_000}
          disabled={isDisabled}
          onChange={(value) => set({ retryDelayMs: Number(value) || 0 })}
        />
      </Group>
    </>
  )
}

function StepMenu({ node, isEntry, change, onDuplicate, onDelete }: StepPanelProps & { isEntry: boolean }) {
  const t = useTexts(editorTexts)
  const common = useCommon()
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size={36} variant="default" aria-label={common.more}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFlag3 size={16} />}
          disabled={isEntry}
          onClick={() => change((known) => ({ ...known, entryNodeId: node.id }))}
        >
          {t.setEntry}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size={16} />} onClick={onDuplicate}>
          {t.duplicateStep}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
          {t.deleteStep}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
