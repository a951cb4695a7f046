import { JsonInput, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from './texts.ts'

interface Props {
  labelId?: string
  label?: string
  value: unknown
  onChange: (value: unknown) => void
  isDisabled: boolean
  hasError?: boolean
}

const named = ({ labelId, label }: Props) => (labelId ? { 'aria-labelledby': labelId } : { 'aria-label': label })
const asText = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

export function TextValue(props: Props & { isLong?: boolean; placeholder?: string }) {
  const shared = {
    ...named(props),
    value: asText(props.value),
    disabled: props.isDisabled,
    error: props.hasError,
    placeholder: props.placeholder,
  }
  if (props.isLong) {
    return <Textarea {...shared} autosize maxRows={8} onChange={(event) => props.onChange(event.currentTarget.value)} />
  }
  return <TextInput {...shared} onChange={(event) => props.onChange(event.currentTarget.value)} />
}

export function NumberValue(props: Props & { min?: number; max?: number }) {
  return (
    <NumberInput
      {...named(props)}
      value={typeof props.value === 'number' ? props.value : ''}
      min={props.min}
      max={props.max}
      disabled={props.isDisabled}
      error={props.hasError}
      onChange={(value) => props.onChange(value === '' ? undefined : Number(value))}
    />
  )
}

/** Yes, no, or unset: the service has a default. */
export function BooleanValue(props: Props) {
  const t = useTexts(texts)
  return (
    <Select
      {...named(props)}
      data={[
        { value: 'true', label: t.yes },
        { value: 'false', label: t.no },
      ]}
      placeholder={t.unset}
      value={typeof props.value === 'boolean' ? String(props.value) : null}
      clearable
      disabled={props.isDisabled}
      error={props.hasError}
      onChange={(value) => props.onChange(value === null ? undefined : value === 'true')}
    />
  )
}

export function ChoiceValue(
  props: Props & { choices: { value: string; label: string }[]; placeholder?: string; isSearchable?: boolean },
) {
  const value = asText(props.value)
  const isKnown = value === '' || props.choices.some((choice) => choice.value === value)
  return (
    <Select
      {...named(props)}
      data={isKnown ? props.choices : [...props.choices, { value, label: value }]}
      value={value === '' ? null : value}
      placeholder={props.placeholder}
      searchable={props.isSearchable}
      clearable
      disabled={props.isDisabled}
      error={props.hasError}
      onChange={(chosen) => props.onChange(chosen ?? undefined)}
    />
  )
}

/** A value as JSON. Invalid JSON stays in the input until it is valid. */
export function JsonValue(props: Props) {
  const t = useTexts(texts)
  const [text, setText] = useState(() =>
    props.value === undefined || props.value === null ? '' : JSON.stringify(props.value, null, 2),
  )
  const [isValid, setValid] = useState(true)
  const write = (next: string) => {
    setText(next)
    try {
      props.onChange(next.trim() === '' ? undefined : JSON.parse(next))
      setValid(true)
    } catch {
      setValid(false)
    }
  }
  return (
    <JsonInput
      {...named(props)}
      value={text}
      onChange={write}
      autosize
      minRows={2}
      maxRows={10}
      disabled={props.isDisabled}
      error={isValid ? props.hasError : t.invalidJson}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  )
}
