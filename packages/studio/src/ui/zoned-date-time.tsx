import { DateTimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useCommon } from '../texts/language.tsx'
import { fromWall, toWall } from './zoned.ts'

interface Props {
  label: ReactNode
  value: string | null
  zone: string
  onChange: (instant: string | null) => void
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  required?: boolean
}

/** Edits an instant as the local time of a zone. */
export function ZonedDateTime({ label, value, zone, onChange, description, error, disabled, required }: Props) {
  const common = useCommon()
  return (
    <DateTimePicker
      label={label}
      description={description ?? common.time.zone(zone)}
      error={error}
      disabled={disabled}
      required={required}
      clearable={!required}
      clearButtonProps={{ 'aria-label': common.time.clear }}
      valueFormat="ddd D MMM YYYY, HH:mm"
      value={value === null ? null : toWall(value, zone)}
      onChange={(wall) => onChange(wall === null ? null : (fromWall(wall, zone) ?? value))}
      popoverProps={{ shadow: 'md' }}
    />
  )
}
