import {
  Autocomplete,
  ColorInput,
  JsonInput,
  NumberInput,
  SegmentedControl,
  Select,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { localeName, useLocales } from '../data/locales.ts'
import { errorAt, errorWithin } from '../data/pointers.ts'
import { useChoiceLabel } from '../kinds/labels.ts'
import { useCommon } from '../texts/language.tsx'
import { timeZones } from '../ui/zoned.ts'
import type { EditorProps } from './editor.tsx'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The props that every input of Mantine takes. */
export const shared = ({
  label,
  description,
  errors,
  pointer,
  isDisabled,
  isRequired,
  placeholder,
  isFocused,
}: EditorProps) => ({
  'data-autofocus': isFocused || undefined,
  label,
  description,
  error: errorAt(errors, pointer),
  disabled: isDisabled,
  required: isRequired,
  placeholder,
})

export function TextEditor(props: EditorProps) {
  const { schema, value, onChange } = props
  const type = schema.format === 'email' ? 'email' : schema.format === 'uri' ? 'url' : 'text'
  return (
    <TextInput
      {...shared(props)}
      type={type}
      value={textOf(value)}
      onChange={(event) => onChange(orNull(event.currentTarget.value, props))}
    />
  )
}

export function LongTextEditor(props: EditorProps) {
  return (
    <Textarea
      {...shared(props)}
      autosize
      minRows={3}
      maxRows={14}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(orNull(event.currentTarget.value, props))}
    />
  )
}

/** Free text with suggestions. */
export function OpenWordEditor(props: EditorProps) {
  return (
    <Autocomplete
      {...shared(props)}
      data={props.schema.examples ?? []}
      value={textOf(props.value)}
      onChange={(value) => props.onChange(orNull(value, props))}
    />
  )
}

export function NumberEditor(props: EditorProps) {
  const { schema, value, onChange } = props
  return (
    <NumberInput
      {...shared(props)}
      min={schema.minimum}
      max={schema.maximum}
      allowDecimal={schema.type !== 'integer'}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  )
}

export function SwitchEditor(props: EditorProps) {
  const { label, description, errors, pointer, isDisabled, value, onChange } = props
  return (
    <Switch
      label={label}
      description={description}
      error={errorAt(errors, pointer)}
      disabled={isDisabled}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** One of a few values: a segmented control when they fit, else a list. */
/** One of the languages of the broadcast, or one that was removed from them. */
export function LocaleEditor({ locales: given, ...props }: EditorProps & { locales?: readonly string[] }) {
  const { value, onChange, isClearable } = props
  const stored = useLocales()
  const locales = given ?? stored
  const known = typeof value === 'string' && !locales.includes(value) ? [...locales, value] : locales
  return (
    <Select
      {...shared(props)}
      data={known.map((one) => ({ value: one, label: localeName(one) }))}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      clearable={isClearable}
    />
  )
}

export function ChoiceEditor(props: EditorProps) {
  const { schema, name, value, onChange, isClearable, isDisabled, label, description } = props
  const choiceLabel = useChoiceLabel()
  const values = (schema.enum ?? []).filter((one): one is string => one !== null)
  const data = values.map((one) => ({ value: one, label: choiceLabel(name, one) }))
  const isShort = values.length <= 3 && !schema.enum?.includes(null) && typeof value === 'string'
  if (isShort && errorAt(props.errors, props.pointer) === undefined) {
    return (
      <div>
        <span className="field-label">{label}</span>
        <SegmentedControl
          fullWidth
          aria-label={label}
          data={data}
          value={value}
          onChange={onChange}
          disabled={isDisabled}
        />
        {description && (
          <Text size="xs" c="dimmed" mt={4}>
            {description}
          </Text>
        )}
      </div>
    )
  }
  return (
    <Select
      {...shared(props)}
      data={data}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      clearable={isClearable}
      searchable={values.length > 8}
    />
  )
}

export function TimeZoneEditor(props: EditorProps) {
  return (
    <Select
      {...shared(props)}
      data={timeZones()}
      searchable
      value={textOf(props.value) || null}
      onChange={props.onChange}
      clearable={props.isClearable}
      limit={80}
    />
  )
}

export function ColorEditor(props: EditorProps) {
  return (
    <ColorInput
      {...shared(props)}
      format="hexa"
      value={textOf(props.value)}
      onChange={(value) => props.onChange(orNull(value, props))}
      swatches={swatches}
      swatchesPerRow={8}
      popoverProps={{ shadow: 'md' }}
    />
  )
}

const swatches = [
  '#c93812',
  '#e8590c',
  '#f2b705',
  '#2f9e44',
  '#0c8599',
  '#1971c2',
  '#6741d9',
  '#c2255c',
  '#211e1b',
  '#5e5850',
  '#a19a8d',
  '#ffffff',
]

export function TagsEditor(props: EditorProps) {
  const { value, onChange } = props
  return (
    <TagsInput
      {...shared(props)}
      error={errorWithin(props.errors, props.pointer)}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    />
  )
}

/** A time of day, `06:00`. */
export function TimeOfDayEditor(props: EditorProps) {
  return (
    <TextInput
      {...shared(props)}
      type="time"
      maw={160}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** JSON, for values without an editor of their own. Invalid JSON stays in the input and does not change the value. */
export function JsonEditor(props: EditorProps) {
  const common = useCommon()
  const { value, onChange } = props
  const written = value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
  const [text, setText] = useState(written)
  const [seen, setSeen] = useState(written)
  if (seen !== written) {
    setSeen(written)
    if (JSON.stringify(parsed(text)?.value) !== JSON.stringify(value ?? null)) setText(written)
  }
  const isBroken = parsed(text) === undefined
  const change = (next: string) => {
    setText(next)
    const read = parsed(next)
    if (read) onChange(read.value)
  }
  return (
    <JsonInput
      {...shared(props)}
      error={isBroken ? common.json.invalid : errorWithin(props.errors, props.pointer)}
      autosize
      minRows={3}
      maxRows={18}
      value={text}
      onChange={change}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.82rem' } }}
    />
  )
}

function parsed(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: null }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** An empty text clears the field, unless it is required. */
const orNull = (text: string, { isClearable }: EditorProps) => (text === '' && isClearable ? null : text)
