import { Group, SimpleGrid, Stack, Switch } from '@mantine/core'
import { useBroadcast } from '../data/broadcasts.tsx'
import { isPlain } from '../data/merge.ts'
import { errorAt } from '../data/pointers.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { ZonedDateTime } from '../ui/zoned-date-time.tsx'
import type { EditorProps } from './editor.tsx'

/** Start and end. Moving the start moves the end along. */
export function SessionTimeEditor({ value, onChange, errors, pointer, isDisabled }: EditorProps) {
  const { timezone } = useBroadcast()
  const fieldLabel = useFieldLabel()
  const time = isPlain(value) ? value : {}
  const start = typeof time.start === 'string' ? time.start : null
  const end = typeof time.end === 'string' ? time.end : null
  const zone = typeof time.timezone === 'string' ? time.timezone : timezone
  const move = (next: string | null) => {
    const lengthMs = start && end ? Date.parse(end) - Date.parse(start) : 3_600_000
    const moved = next === null ? null : new Date(Date.parse(next) + lengthMs).toISOString()
    onChange({ ...time, start: next, end: moved })
  }
  return (
    <Stack gap="xs">
      {/* A date with weekday and year needs some room. */}
      <SimpleGrid type="container" cols={{ base: 1, '430px': 2 }}>
        <ZonedDateTime
          label={fieldLabel('start')}
          value={start}
          zone={zone}
          disabled={isDisabled}
          error={errorAt(errors, `${pointer}/start`) ?? errorAt(errors, pointer)}
          onChange={move}
        />
        <ZonedDateTime
          label={fieldLabel('end')}
          value={end}
          zone={zone}
          disabled={isDisabled}
          error={errorAt(errors, `${pointer}/end`)}
          onChange={(next) => onChange({ ...time, end: next })}
        />
      </SimpleGrid>
      <Group>
        <Switch
          label={fieldLabel('allDay')}
          disabled={isDisabled}
          checked={time.allDay === true}
          onChange={(event) => onChange({ ...time, allDay: event.currentTarget.checked })}
        />
      </Group>
    </Stack>
  )
}
