import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCommon, useLanguage } from '../texts/language.tsx'
import { readDateText } from './date-text.ts'
import { MomentPicker } from './moment-picker.tsx'
import { ShownField } from './shown-field.tsx'
import { type Moment, type MomentContext, momentOf } from './typed-moment.ts'
import { usualTime } from './usual-time.ts'
import { dateFormats, formatInstant } from './zoned.ts'

interface Props {
  label: ReactNode
  value: string | null
  zone: string
  onChange: (instant: string | null) => void
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  timeFor?: MomentContext['timeFor']
  after?: MomentContext['after']
}

/** Edits an instant as the local time of a zone: typed, or picked from a calendar. */
export function ZonedDateTime(props: Props) {
  const { label, value, zone, error } = props
  const { language } = useLanguage()
  if (!props.disabled) return <Editable {...props} />
  return (
    <ShownField label={label} error={error}>
      {value && formatInstant(value, zone, language, dateFormats.weekday)}
    </ShownField>
  )
}

function Editable({ label, value, zone, onChange, description, error, required, timeFor, after }: Props) {
  const { time: t } = useCommon()
  const { language } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, calendar] = useDisclosure()
  const [isFocused, setFocused] = useState(false)
  const context = { value, zone, after, timeFor: timeFor ?? ((day: string) => usualTime(day, zone, Date.now())) }
  const { typed, setTyped, send } = useTyped(value, onChange)
  const read = typed === undefined ? undefined : momentIn(typed, context)
  const problem = read && 'problem' in read ? read.problem : undefined
  const fault = problem && t.problems[problem]
  // The browser does not submit a form with text that was not understood.
  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault])

  const type = (text: string) => {
    setFocused(true)
    setTyped(text)
    const next = momentIn(text, context)
    if (text.trim() === '' && !required) send(null)
    if (next && 'instant' in next) send(next.instant)
  }
  const words =
    typed !== undefined && value !== null && !problem && formatInstant(value, zone, language, dateFormats.long)
  return (
    <TextInput
      ref={input}
      label={label}
      description={<span aria-live="polite">{isFocused ? words || t.hint : (description ?? t.zone(zone))}</span>}
      error={(!isFocused && fault) || error}
      required={required ?? false}
      autoComplete="off"
      placeholder={t.placeholder}
      data-unread={problem}
      value={typed ?? (value === null ? '' : formatInstant(value, zone, language, dateFormats.weekday))}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={() => setFocused(true)}
      onInvalid={() => setFocused(false)}
      onBlur={() => {
        setFocused(false)
        if (!problem) setTyped(undefined)
      }}
      rightSection={
        <Popover opened={isOpen} onChange={calendar.toggle} trapFocus returnFocus shadow="md" position="bottom-end">
          <Popover.Target>
            <ActionIcon aria-label={t.pick} onClick={calendar.toggle}>
              <IconCalendar size={18} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <MomentPicker
              value={value}
              zone={zone}
              onPick={(part) => {
                const next = momentOf(part, context)
                if ('instant' in next) send(next.instant)
                setTyped(undefined)
              }}
              onClear={required ? undefined : () => send(null)}
              onClose={calendar.close}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

/** The text as typed, until it is understood and left, or until the value is changed elsewhere. */
function useTyped(value: string | null, onChange: (instant: string | null) => void) {
  const [typed, setTyped] = useState<string>()
  const [known, setKnown] = useState(value)
  const sent = useRef(value)
  if (known !== value) {
    setKnown(value)
    if (sent.current !== value) setTyped(undefined)
  }
  const send = (instant: string | null) => {
    sent.current = instant
    if (instant !== value) onChange(instant)
  }
  return { typed, setTyped, send }
}

function momentIn(text: string, context: MomentContext): Moment | { problem: 'unread' } | undefined {
  if (text.trim() === '') return undefined
  const read = readDateText(text)
  return read ? momentOf(read, context) : { problem: 'unread' }
}
