import { ActionIcon, Autocomplete, Button, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../../texts/language.tsx'
import type { Variable } from '../graph/variables.ts'
import {
  type Entry,
  entriesOf,
  type ValueType,
  valueTypes,
  type Wrapper,
  withEntries,
  withValue,
} from '../graph/wrapper.ts'
import { ConfigField } from './config-field.tsx'
import { texts } from './texts.ts'
import { BooleanValue, JsonValue, NumberValue, TextValue } from './value-input.tsx'

interface Props {
  wrapper: Wrapper | undefined
  onChange: (wrapper: Wrapper | undefined) => void
  variables: readonly Variable[]
  isDisabled: boolean
  /** Suggested names of fields. */
  keys?: string[]
}

/** An object as rows of a key and a value, each of which can be an expression. */
export function EntriesEditor({ wrapper, onChange, variables, isDisabled, keys = [] }: Props) {
  const t = useTexts(texts)
  const entries = entriesOf(wrapper)
  const write = (next: Entry[]) => onChange(withEntries(wrapper, next))
  const put = (at: number, entry: Entry) => write(entries.map((one, index) => (index === at ? entry : one)))
  return (
    <div className="entries">
      {entries.map((entry, at) => (
        <Line
          // Rows are identified by position only.
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may be written twice while it is being typed
          key={at}
          entry={entry}
          keys={keys}
          variables={variables}
          isDisabled={isDisabled}
          onChange={(next) => put(at, next)}
          onRemove={() => write(entries.filter((_, index) => index !== at))}
        />
      ))}
      {!isDisabled && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={15} />}
            onClick={() => write([...entries, { key: '', value: { type: 'string', value: '' } }])}
          >
            {t.addEntry}
          </Button>
        </div>
      )}
    </div>
  )
}

interface LineProps {
  entry: Entry
  keys: string[]
  variables: readonly Variable[]
  isDisabled: boolean
  onChange: (entry: Entry) => void
  onRemove: () => void
}

function Line({ entry, keys, variables, isDisabled, onChange, onRemove }: LineProps) {
  const t = useTexts(texts)
  const { key, value } = entry
  const type = value.type ?? 'any'
  const name = key || t.key
  const setValue = (next: Wrapper | undefined) =>
    onChange({ key, value: next ?? { type, value: type === 'string' ? '' : null } })
  return (
    <div className="entry">
      <Autocomplete
        size="xs"
        aria-label={t.key}
        placeholder={t.key}
        value={key}
        data={keys}
        disabled={isDisabled}
        onChange={(next) => onChange({ key: next, value })}
      />
      <Select
        size="xs"
        w={96}
        aria-label={t.typeOf(name)}
        data={valueTypes.map((one) => ({ value: one, label: t.types[one] }))}
        value={type}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(next) => onChange({ key, value: retyped(value, (next ?? 'any') as ValueType) })}
      />
      {!isDisabled && (
        <ActionIcon aria-label={t.removeEntry(name)} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
      <div className="entry-value">
        <ConfigField
          label={t.valueOf(name)}
          type={type}
          wrapper={value}
          onChange={setValue}
          variables={variables}
          isDisabled={isDisabled}
          isBare
        >
          {() => (
            <FixedValue
              label={t.valueOf(name)}
              value={value}
              onChange={setValue}
              variables={variables}
              isDisabled={isDisabled}
            />
          )}
        </ConfigField>
      </div>
    </div>
  )
}

interface FixedProps {
  label: string
  value: Wrapper
  onChange: (value: Wrapper | undefined) => void
  variables: readonly Variable[]
  isDisabled: boolean
}

/** The input of a fixed value by its type; an object has rows of its own. */
function FixedValue({ label, value: wrapper, onChange, variables, isDisabled }: FixedProps) {
  const type = wrapper.type ?? 'any'
  const props = {
    label,
    value: wrapper.value,
    isDisabled,
    onChange: (value: unknown) => onChange(withValue(wrapper, type, value)),
  }
  if (type === 'object') {
    return <EntriesEditor wrapper={wrapper} onChange={onChange} variables={variables} isDisabled={isDisabled} />
  }
  if (type === 'number') return <NumberValue {...props} />
  if (type === 'boolean') return <BooleanValue {...props} />
  if (type === 'array' || type === 'any') return <JsonValue {...props} />
  return <TextValue {...props} isLong />
}

/** Changes the type, and converts the value as far as possible. */
function retyped(wrapper: Wrapper, type: ValueType): Wrapper {
  const { value } = wrapper
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
  const values: Record<ValueType, unknown> = {
    string: text,
    enum: text,
    number: text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : 0,
    boolean: value === true || text === 'true',
    object: typeof value === 'object' && value !== null ? value : [],
    array: Array.isArray(value) ? value : [],
    any: value,
  }
  return { ...wrapper, type, value: values[type] }
}
