import { ActionIcon, Button, Group, Menu, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopyPlus, IconDots, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { Problem, type RecordFor } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useDelete } from '../../../data/delete.tsx'
import { useQuickSave, useSave } from '../../../data/records.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { ScreenLink, useGo } from '../../../ui/navigation.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { dateFormats, formatInstant } from '../../../ui/zoned.ts'
import { nextDue } from '../graph/due.ts'
import { formatDuration } from '../graph/run-state.ts'
import { triggerOf } from '../graph/trigger-words.ts'
import { useTriggerWords } from '../trigger-line.ts'
import { texts } from './texts.ts'

export interface LastRun {
  _id: string
  status: string
  startedAt: string | null
  durationMs?: number | null
}

/** A workflow in the list. */
export function WorkflowCard({ record, lastRun }: { record: RecordFor<'workflow'>; lastRun: LastRun | undefined }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const triggerWords = useTriggerWords()
  const trigger = triggerOf(record.trigger)
  const isOn = record.status === 'enabled'
  const due = isOn
    ? nextDue(trigger, { zone: timezone, now: new Date().toISOString(), lastStart: lastRun?.startedAt ?? null })
    : undefined
  return (
    <li className="surface workflow-card">
      <Enabling record={record} />
      <div className="workflow-card-name">
        <ScreenLink screen="workflows" recordId={record._id} className="workflow-link">
          {record.name}
        </ScreenLink>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {isOn ? triggerWords(trigger) : t.off} · {t.steps(record.nodes.length)}
        </Text>
      </div>
      <div className="workflow-card-fact">
        <span className="eyebrow">{t.lastRun}</span>
        {lastRun ? (
          <Group gap={8} wrap="nowrap">
            <StatusChip status={lastRun.status} />
            <Text size="sm" className="tabular" truncate>
              {lastRun.startedAt && formatInstant(lastRun.startedAt, timezone, language, dateFormats.compact)}
              {lastRun.durationMs != null && ` · ${formatDuration(lastRun.durationMs)}`}
            </Text>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t.never}
          </Text>
        )}
      </div>
      <div className="workflow-card-fact" data-empty={due ? undefined : true}>
        <span className="eyebrow">{t.nextRun}</span>
        <Text size="sm" className="tabular" c={due ? undefined : 'dimmed'}>
          {due ? formatInstant(due, timezone, language, dateFormats.compact) : '–'}
        </Text>
      </div>
      <Actions record={record} />
    </li>
  )
}

/** Enables or disables it; problems that prevent it are shown, with a link to the editor. */
function Enabling({ record }: { record: RecordFor<'workflow'> }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const go = useGo()
  const save = useQuickSave('workflow')
  const change = (isOn: boolean) =>
    save.mutate(
      { recordId: record._id, patch: { status: isOn ? 'enabled' : 'disabled' } },
      {
        onError(error) {
          const reasons = error instanceof Problem ? error.errors.length : 0
          const notice = notifications.show({
            color: 'red',
            autoClose: 12_000,
            title: t.notEnabled(record.name),
            message:
              reasons === 0 ? (
                error.message
              ) : (
                <Button
                  size="compact-sm"
                  variant="light"
                  color="red"
                  onClick={() => {
                    notifications.hide(notice)
                    void go('workflows', record._id, { search: { problems: true } })
                  }}
                >
                  {t.seeWhy}
                </Button>
              ),
          })
        },
      },
    )
  return (
    <Switch
      aria-label={t.on(record.name)}
      checked={record.status === 'enabled'}
      disabled={!canWrite}
      onChange={(event) => change(event.currentTarget.checked)}
      color="green.9"
    />
  )
}

function Actions({ record }: { record: RecordFor<'workflow'> }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const go = useGo()
  const save = useSave('workflow')
  const remove = useDelete('workflow')
  if (!canWrite) return <span />
  const duplicate = async () => {
    const { name, description, trigger, timeLimitSeconds, entryNodeId, nodes } = record
    const copy = { description, trigger, timeLimitSeconds, entryNodeId, nodes }
    const given = Object.entries(copy).filter(([, value]) => value !== null && value !== undefined)
    try {
      const { record: made } = await save.mutateAsync({ patch: { ...Object.fromEntries(given), name: t.copyOf(name) } })
      await go('workflows', made._id)
    } catch (error) {
      notifications.show({ color: 'red', message: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <Group gap={6} wrap="nowrap" className="workflow-card-actions">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerPlay size={15} />}
        onClick={() => void go('workflows', record._id, { search: { start: true } })}
      >
        {t.runNow}
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t.more(record.name)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopyPlus size={17} />} onClick={() => void duplicate()}>
            {t.duplicate}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={17} />}
            onClick={() => void remove([record._id], record.name)}
          >
            {common.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
