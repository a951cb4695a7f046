import { Select } from '@mantine/core'
import { kindNamed, queryFields } from '@marquee/model'
import { useState } from 'react'
import type { KindName } from '../../data/api.ts'
import { useKnownValues } from '../../data/known-values.ts'
import { useRecordSearch } from '../../data/record-search.ts'
import { useRecordsById } from '../../data/records.ts'
import { schemaOf, typeOf } from '../../fields/schema.ts'
import type { TableKind } from '../../kinds/declaration.ts'
import { useChoiceLabel, useFieldLabel } from '../../kinds/labels.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage } from '../../texts/language.tsx'
import { targetOf } from './reference-names.ts'

interface Props {
  declaration: TableKind
  values: Record<string, unknown>
  onChange: (change: Record<string, unknown>) => void
}

/** The filters of a list. */
export function Filters({ declaration, values, onChange }: Props) {
  const { kind, filters } = declaration
  return filters.map((name) => {
    const target = targetOf(kind, name)
    const props = { kind, name, value: values[name], onChange: (value: unknown) => onChange({ [name]: value }) }
    if (target) return <ByRecord key={name} {...props} target={target} />
    return isListOfWords(kind, name) ? <ByWord key={name} {...props} /> : <ByChoice key={name} {...props} />
  })
}

interface OneProps {
  kind: KindName
  name: string
  value: unknown
  onChange: (value: unknown) => void
}

function ByChoice({ kind, name, value, onChange }: OneProps) {
  const common = useCommon()
  const fieldLabel = useFieldLabel()
  const choiceLabel = useChoiceLabel()
  const field = kindNamed(kind).fields[name]
  const schema = field ? schemaOf(field) : {}
  const isSwitch = typeOf(schema) === 'boolean'
  const data = isSwitch
    ? [
        { value: 'true', label: common.yes },
        { value: 'false', label: common.no },
      ]
    : (schema.enum ?? []).flatMap((one) => (one === null ? [] : [{ value: one, label: choiceLabel(name, one) }]))
  const label = fieldLabel(name, kind)
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      w={150}
      data={data}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : isSwitch ? next === 'true' : next)}
    />
  )
}

const isListOfWords = (kind: KindName, name: string) => queryFields(kindNamed(kind)).get(name)?.isList === true

function ByWord({ kind, name, value, onChange }: OneProps) {
  const fieldLabel = useFieldLabel()
  const known = useKnownValues(kind, name)
  const label = fieldLabel(name, kind)
  const chosen = value === undefined ? null : String(value)
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      searchable
      w={150}
      data={chosen === null || known.includes(chosen) ? known : [chosen, ...known]}
      value={chosen}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

/** A record of another kind, found by its name. */
export function ByRecord({
  kind,
  name,
  value,
  onChange,
  target,
  label: given,
  w = 180,
  isDisabled = false,
}: OneProps & { target: KindName; label?: string; w?: number | string; isDisabled?: boolean }) {
  const { language } = useLanguage()
  const fieldLabel = useFieldLabel()
  const [text, setText] = useState('')
  const found = useRecordSearch(target, text, true)
  const chosen = useRecordsById(target, typeof value === 'string' ? [value] : [])
  const records = new Map([...found.records.map((one) => [one._id, one] as const), ...chosen])
  const label = given ?? fieldLabel(name, kind)
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      searchable
      w={w}
      disabled={isDisabled}
      data={[...records.values()].map((one) => ({ value: one._id, label: nameOf(target, one, language) || one._id }))}
      filter={({ options }) => options}
      onSearchChange={setText}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
