import { ActionIcon, Button, Group, Switch, TextInput, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { errorAt } from '../../../data/pointers.ts'
import { EditingBar } from '../../../fields/editing-bar.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { useGo } from '../../../ui/navigation.tsx'
import { ProblemList } from './problem-list.tsx'
import { texts } from './texts.ts'
import type { Check } from './use-check.ts'
import type { FlowEditing } from './use-flow.ts'
import type { Place } from './use-place.ts'

interface Props {
  editing: FlowEditing
  check: Check
  place: Place
  onRun: () => void
}

/** The name of the workflow, its switch, and its actions. */
export function EditorHeader({ editing, check, place, onRun }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const go = useGo()
  const { canWrite } = useBroadcast()
  const { draft, set, undo, redo, flow } = editing
  const step = (label: string, act: (() => void) | undefined, Icon: typeof IconArrowBackUp) => (
    <Tooltip label={label}>
      <ActionIcon size="lg" aria-label={label} disabled={!act} onClick={act}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <div className="editor-head">
      <Group gap={8} wrap="nowrap" className="editor-title">
        <Tooltip label={t.back}>
          <ActionIcon size="lg" aria-label={t.back} onClick={() => void go('workflows')}>
            <IconArrowLeft size={20} />
          </ActionIcon>
        </Tooltip>
        <TextInput
          aria-label={t.name}
          variant="unstyled"
          className="editor-name"
          value={String(draft.values.name ?? '')}
          disabled={!canWrite}
          error={errorAt(draft.errors, '/name')}
          onChange={(event) => set({ name: event.currentTarget.value }, 'name')}
        />
        <Switch
          label={draft.values.status === 'enabled' ? t.enabled : t.disabled}
          checked={draft.values.status === 'enabled'}
          disabled={!canWrite || draft.isSaving}
          color="green.9"
          onChange={(event) => void draft.save({ status: event.currentTarget.checked ? 'enabled' : 'disabled' })}
        />
      </Group>
      <Group gap={8} className="editor-actions">
        {canWrite && (
          <ProblemList
            check={check}
            flow={flow}
            isFirstOpen={place.showsProblems}
            onOpen={(nodeId) => (nodeId === '' ? place.setPanel('settings') : place.openStep(nodeId, 'setup'))}
          />
        )}
        {canWrite && (
          <Group gap={2} wrap="nowrap">
            {step(common.undo, undo, IconArrowBackUp)}
            {step(t.redo, redo, IconArrowForwardUp)}
          </Group>
        )}
        <EditingBar draft={draft}>
          {canWrite && (
            <Button variant="default" leftSection={<IconPlayerPlay size={17} />} onClick={onRun}>
              {t.run}
            </Button>
          )}
        </EditingBar>
      </Group>
    </div>
  )
}
