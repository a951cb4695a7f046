import { Select, Stack, TextInput } from '@mantine/core'
import { isPlain, type Values } from '../data/merge.ts'
import { errorAt, errorWithin } from '../data/pointers.ts'
import { useChoiceLabel, useFieldLabel } from '../kinds/labels.ts'
import type { EditorProps } from './editor.tsx'
import { ReferenceEditor } from './reference-editor.tsx'
import type { FieldSchema } from './schema.ts'

/** The target of a tap: none, a link, a screen that every app has, or a record. Exactly one of them. */
export function NavigatorEditor(props: EditorProps) {
  const { label, value, onChange, schema, pointer, errors, isDisabled } = props
  const fieldLabel = useFieldLabel()
  const choiceLabel = useChoiceLabel()
  const navigator = isPlain(value) ? value : {}
  const members = schema.properties ?? {}
  const targets = Object.keys(members).filter((name) => name !== 'query')
  const target = targets.find((name) => navigator[name] !== undefined && navigator[name] !== null)
  const choose = (name: string | null) => onChange(name === null ? null : { [name]: emptyOf(members[name]) })
  return (
    <Stack gap="xs">
      <Select
        label={label}
        clearable
        disabled={isDisabled}
        error={errorWithin(errors, pointer)}
        data={targets.map((name) => ({ value: name, label: fieldLabel(name) }))}
        value={target ?? null}
        onChange={choose}
      />
      {target && (
        <Target
          {...props}
          name={target}
          label={fieldLabel(target)}
          value={navigator[target]}
          schema={members[target] ?? {}}
          pointer={`${pointer}/${target}`}
          onChange={(next) => onChange({ ...withQuery(navigator), [target]: next ?? emptyOf(members[target]) })}
          choices={(members[target]?.enum ?? []).flatMap((one) =>
            one === null ? [] : [{ value: one, label: choiceLabel(target, one) }],
          )}
        />
      )}
    </Stack>
  )
}

function Target({ choices, ...props }: EditorProps & { choices: { value: string; label: string }[] }) {
  const { label, value, onChange, schema, errors, pointer, isDisabled } = props
  if (choices.length > 0)
    return (
      <Select label={label} data={choices} searchable disabled={isDisabled} value={String(value)} onChange={onChange} />
    )
  if (schema.refersTo) return <ReferenceEditor {...props} />
  return (
    <TextInput
      type="url"
      label={label}
      placeholder="https://"
      disabled={isDisabled}
      value={String(value ?? '')}
      error={errorAt(errors, pointer)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const withQuery = ({ query }: Values): Values => (query ? { query } : {})

/** The initial value of each type; an empty text is rejected on save, with an error at the field. */
const emptyOf = (schema: FieldSchema | undefined) => schema?.enum?.find((one) => one !== null) ?? ''
