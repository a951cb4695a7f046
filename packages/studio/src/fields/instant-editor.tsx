import { useBroadcast } from '../data/broadcasts.tsx'
import { errorAt } from '../data/pointers.ts'
import { ZonedDateTime } from '../ui/zoned-date-time.tsx'
import type { EditorProps } from './editor.tsx'

/** A date and time in the zone of the broadcast. */
export function InstantEditor({
  label,
  description,
  value,
  onChange,
  errors,
  pointer,
  isDisabled,
  isRequired,
}: EditorProps) {
  const { timezone } = useBroadcast()
  return (
    <ZonedDateTime
      label={label}
      description={description}
      value={typeof value === 'string' ? value : null}
      zone={timezone}
      onChange={onChange}
      error={errorAt(errors, pointer)}
      disabled={isDisabled}
      required={isRequired}
    />
  )
}
