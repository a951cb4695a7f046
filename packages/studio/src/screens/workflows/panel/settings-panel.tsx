import { NumberInput, Stack, Textarea } from '@mantine/core'
import { useTexts } from '../../../texts/language.tsx'
import type { FlowEditing } from '../editor/use-flow.ts'
import type { NodeProblem } from '../graph/problems.ts'
import { problemAt } from '../graph/problems.ts'
import { texts } from './texts.ts'
import { TriggerFields } from './trigger-fields.tsx'

/** The settings of the workflow as a whole: its trigger and limits. */
export function SettingsPanel({
  workflowId,
  editing,
  problems,
  isDisabled,
}: {
  workflowId: string
  editing: FlowEditing
  problems: readonly NodeProblem[]
  isDisabled: boolean
}) {
  const t = useTexts(texts)
  const { draft, set } = editing
  const { description, hookSecret, timeLimitSeconds, trigger } = draft.values
  return (
    <Stack>
      <TriggerFields
        value={trigger}
        workflowId={workflowId}
        hasSecret={hookSecret != null}
        isDisabled={isDisabled}
        error={problemAt(problems, ['trigger'])}
        onChange={(next) => set({ trigger: next }, 'trigger')}
      />
      <NumberInput
        label={t.timeLimit}
        description={t.timeLimitHint}
        min={1}
        max={900}
        value={typeof timeLimitSeconds === 'number' ? timeLimitSeconds : ''}
        disabled={isDisabled}
        error={problemAt(problems, ['timeLimitSeconds'])}
        onChange={(value) => set({ timeLimitSeconds: value === '' ? null : Number(value) }, 'timeLimit')}
      />
      <Textarea
        label={t.description}
        autosize
        minRows={3}
        maxRows={10}
        value={typeof description === 'string' ? description : ''}
        disabled={isDisabled}
        onChange={(event) => set({ description: event.currentTarget.value || null }, 'description')}
      />
    </Stack>
  )
}
