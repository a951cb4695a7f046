import { Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { dateFormats, formatInstant, timeZones } from '../../../ui/zoned.ts'
import { ZonedDateTime } from '../../../ui/zoned-date-time.tsx'
import { nextTimes, parseCron } from '../graph/cron.ts'
import { cronInWords, isByEvent, type Trigger, triggerOf, triggerTypes } from '../graph/trigger-words.ts'
import { texts as shared } from '../texts.ts'
import { ChangeFields } from './change-fields.tsx'
import { texts } from './texts.ts'
import type { TriggerPart } from './trigger-part.ts'
import { WebhookFields } from './webhook-fields.tsx'

type Props = Omit<TriggerPart, 'trigger'> & { value: unknown; workflowId: string; hasSecret: boolean }

/** The trigger of a workflow. */
export function TriggerFields({ value, workflowId, hasSecret, ...rest }: Props) {
  const t = useTexts(texts)
  const { triggers } = useTexts(shared)
  const trigger = triggerOf(value)
  const part: TriggerPart = { ...rest, trigger }
  const { isDisabled, onChange } = rest
  const { misfire, overlap } = trigger
  const isEvent = isByEvent(trigger)
  // No event is skipped.
  const allowed = isEvent ? overlaps.filter((one) => one !== 'skip') : overlaps
  const kept = { ...(misfire && { misfire }), ...(overlap && { overlap }) }
  return (
    <Stack gap="sm">
      <Select
        label={t.triggerType}
        data={triggerTypes.map((type) => ({ value: type, label: triggers[type] }))}
        value={trigger.type}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(type) => {
          const next = triggerTypes.find((one) => one === type) ?? 'manual'
          const started = starts[next]()
          onChange({ ...started, ...(!isByEvent(started) && kept) })
        }}
      />
      {trigger.type === 'interval' && <IntervalFields {...part} />}
      {trigger.type === 'schedule' && <ScheduleFields {...part} />}
      {trigger.type === 'once' && <OnceField {...part} />}
      {trigger.type === 'change' && <ChangeFields {...part} />}
      {trigger.type === 'webhook' && (
        <WebhookFields workflowId={workflowId} hasSecret={hasSecret} isDisabled={isDisabled} />
      )}
      {trigger.type !== 'manual' && !isEvent && (
        <Select
          label={t.misfire}
          data={(['once', 'skip'] as const).map((one) => ({ value: one, label: t.misfires[one] }))}
          value={misfire ?? 'once'}
          allowDeselect={false}
          disabled={isDisabled}
          onChange={(chosen) => onChange({ ...trigger, misfire: chosen === 'skip' ? 'skip' : 'once' })}
        />
      )}
      <Select
        label={t.overlap}
        data={allowed.map((one) => ({ value: one, label: t.overlaps[one] }))}
        value={overlap ?? allowed[0]}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(chosen) => onChange({ ...trigger, overlap: allowed.find((one) => one === chosen) ?? 'queue' })}
      />
    </Stack>
  )
}

const overlaps = ['skip', 'queue', 'parallel'] as const

const starts: Record<Trigger['type'], () => Trigger> = {
  manual: () => ({ type: 'manual' }),
  interval: () => ({ type: 'interval', everySeconds: 3_600 }),
  schedule: () => ({ type: 'schedule', cron: '0 8 * * *' }),
  once: () => ({ type: 'once', at: new Date(Date.now() + 3_600_000).toISOString() }),
  change: () => ({ type: 'change', kind: 'broadcastSession', operations: ['create', 'update', 'delete'] }),
  webhook: () => ({ type: 'webhook' }),
}

function IntervalFields({ trigger, isDisabled, error, onChange }: TriggerPart) {
  const t = useTexts(texts)
  const { everySeconds = 3_600 } = trigger
  const unit = everySeconds % 86_400 === 0 ? 'days' : everySeconds % 3_600 === 0 ? 'hours' : 'minutes'
  const set = (count: number, of: keyof typeof unitSeconds) =>
    onChange({ ...trigger, everySeconds: Math.max(60, Math.round(count * unitSeconds[of])) })
  return (
    <Group grow align="flex-start">
      <NumberInput
        label={t.every}
        min={1}
        value={everySeconds / unitSeconds[unit]}
        disabled={isDisabled}
        error={error}
        onChange={(count) => set(Number(count) || 1, unit)}
      />
      <Select
        label={t.unit}
        data={unitNames.map((one) => ({ value: one, label: t.units[one] }))}
        value={unit}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(of) => set(everySeconds / unitSeconds[unit], unitNames.find((one) => one === of) ?? 'hours')}
      />
    </Group>
  )
}

const unitNames = ['minutes', 'hours', 'days'] as const
const unitSeconds = { minutes: 60, hours: 3_600, days: 86_400 }

function ScheduleFields({ trigger, isDisabled, error, onChange }: TriggerPart) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const { cron = '' } = trigger
  const zone = trigger.timezone ?? timezone
  const parsed = parseCron(cron)
  const times = parsed ? nextTimes(parsed, zone, new Date().toISOString(), 5) : []
  return (
    <>
      <TextInput
        label={t.cron}
        description={t.cronHint}
        value={cron}
        disabled={isDisabled}
        error={error}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => onChange({ ...trigger, cron: event.currentTarget.value })}
      />
      <Select
        label={t.zone}
        data={timeZones()}
        value={trigger.timezone ?? null}
        placeholder={t.zoneDefault(timezone)}
        searchable
        clearable
        limit={60}
        disabled={isDisabled}
        onChange={(chosen) => {
          const { timezone: _gone, ...rest } = trigger
          onChange(chosen ? { ...rest, timezone: chosen } : rest)
        }}
      />
      <div role="status">
        <Text size="sm" fw={600}>
          {parsed ? cronInWords(cron, language) : t.noTimes}
        </Text>
        {times.length > 0 && (
          <>
            <Text size="sm" c="dimmed" mt={4}>
              {t.nextTimes}
            </Text>
            <ol className="next-times tabular">
              {times.map((time) => (
                <li key={time}>{formatInstant(time, zone, language, dateFormats.weekday)}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  )
}

function OnceField({ trigger, isDisabled, error, onChange }: TriggerPart) {
  const t = useTexts(texts)
  const { timezone } = useBroadcast()
  return (
    <ZonedDateTime
      label={t.at}
      value={trigger.at ?? null}
      zone={timezone}
      disabled={isDisabled}
      error={error}
      required
      onChange={(at) => at !== null && onChange({ ...trigger, at })}
    />
  )
}
