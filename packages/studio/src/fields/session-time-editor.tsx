import { Group, SimpleGrid, Stack, Switch } from '@mantine/core'
import { allKinds, type KindName } from '@marquee/model'
import type { ListQuery } from '../data/api.ts'
import { useBroadcast } from '../data/broadcasts.tsx'
import { isPlain } from '../data/merge.ts'
import { errorAt } from '../data/pointers.ts'
import { useRecords } from '../data/records.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { toWall } from '../ui/zoned.ts'
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
  const usualStart = useUsualStart(zone)
  const move = (next: string | null) => {
    const lengthMs = start && end ? Date.parse(end) - Date.parse(start) : hourMs
    const moved = next === null ? null : later(next, lengthMs)
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
          timeFor={() => usualStart}
          onChange={move}
        />
        <ZonedDateTime
          label={fieldLabel('end')}
          value={end}
          zone={zone}
          disabled={isDisabled}
          error={errorAt(errors, `${pointer}/end`)}
          after={start}
          timeFor={() => (start === null ? usualStart : toWall(later(start, hourMs), zone).slice(11, 16))}
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

/** The time at which the session starts that was last edited, since sets of a festival start alike; 18:00 for the first one. */
function useUsualStart(zone: string): string {
  const { records } = useRecords(scheduled, lastEdited)
  const { start } = Object(Object(records[0]).time)
  return typeof start === 'string' ? toWall(start, zone).slice(11, 16) : '18:00'
}

/** The kind whose records have a place in the programme. */
const scheduled = allKinds.find(({ occupies }) => occupies)?.name as KindName

const lastEdited: ListQuery = {
  sort: { _updatedAt: 'desc' },
  filters: [{ 'time.start': { $exists: true } }],
  fields: ['time'],
  limit: 1,
}
const hourMs = 3_600_000
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()
