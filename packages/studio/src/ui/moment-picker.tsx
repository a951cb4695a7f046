import { Button, Group, Stack } from '@mantine/core'
import { DatePicker, TimePicker } from '@mantine/dates'
import { useCommon } from '../texts/language.tsx'
import type { DateText } from './date-text.ts'
import { toWall } from './zoned.ts'

interface Props {
  value: string | null
  zone: string
  onPick: (part: DateText) => void
  /** Absent when there must be a date. */
  onClear: (() => void) | undefined
  onClose: () => void
}

/** A month to pick the day from, and the time below. */
export function MomentPicker({ value, zone, onPick, onClear, onClose }: Props) {
  const { time: t } = useCommon()
  const wall = value === null ? undefined : toWall(value, zone)
  const day = wall?.slice(0, 10) ?? null
  return (
    <Stack gap="sm">
      <DatePicker
        value={day}
        defaultDate={day ?? toWall(new Date().toISOString(), zone).slice(0, 10)}
        onChange={(chosen) => chosen && onPick({ day: chosen.slice(0, 10) })}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <TimePicker
          aria-label={t.time}
          hoursInputLabel={t.hours}
          minutesInputLabel={t.minutes}
          w={92}
          disabled={day === null}
          value={wall?.slice(11, 16) ?? ''}
          onChange={(time) => {
            if (/^\d\d:\d\d/.test(time)) onPick({ time: time.slice(0, 5) })
          }}
        />
        <Group gap={4} wrap="nowrap">
          {onClear && (
            <Button size="compact-sm" variant="subtle" color="gray" disabled={day === null} onClick={onClear}>
              {t.clear}
            </Button>
          )}
          <Button size="compact-sm" onClick={onClose}>
            {t.done}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
