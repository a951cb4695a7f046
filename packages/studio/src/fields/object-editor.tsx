import { Fieldset, Stack } from '@mantine/core'
import { isPlain, type Values } from '../data/merge.ts'
import type { EditorProps } from './editor.tsx'
import { Members } from './members.tsx'
import { typeOf } from './schema.ts'

/** A value with fields of its own. */
export function ObjectEditor(props: EditorProps) {
  const { label, value, onChange, schema, pointer, errors, isDisabled, isRequired, isClearable } = props
  const given = isPlain(value) ? value : {}
  const isUnset = (members: Values) => Object.values(members).every((one) => one === null || one === undefined)
  const members = (
    <Members
      value={given}
      onChange={(next) => onChange(isClearable && isUnset(next) ? null : next)}
      // Its members are needed only once one of them is given.
      isOptional={!isRequired && isUnset(given)}
      schema={schema}
      pointer={pointer}
      errors={errors}
      isDisabled={isDisabled}
    />
  )
  // Numbers are short: related ones share a row.
  const isNumbers = Object.values(schema.properties ?? {}).every((member) => numeric.includes(typeOf(member) ?? ''))
  return (
    <Fieldset legend={label} variant="default" radius="md">
      {isNumbers ? <div className="member-grid">{members}</div> : <Stack gap="sm">{members}</Stack>}
    </Fieldset>
  )
}

const numeric = ['number', 'integer']
