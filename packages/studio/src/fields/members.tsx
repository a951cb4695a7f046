import { Suspense } from 'react'
import type { Values } from '../data/merge.ts'
import { type ErrorsByPointer, pointerTo } from '../data/pointers.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { useEditorFor } from './editor.tsx'
import type { FieldSchema } from './schema.ts'

interface Props {
  value: Values
  onChange: (value: Values) => void
  schema: FieldSchema
  pointer: string
  errors: ErrorsByPointer
  isDisabled?: boolean
  only?: string[]
}

/** An editor for every member of an object. */
export function Members({ value, onChange, schema, pointer, errors, isDisabled, only }: Props) {
  const fieldLabel = useFieldLabel()
  const editorFor = useEditorFor()
  const names = Object.entries(schema.properties ?? {})
    .filter(([name, member]) => !member.readOnly && member.const === undefined && (!only || only.includes(name)))
    .map(([name]) => name)
  return names.map((name) => {
    const member = schema.properties?.[name]
    if (!member) return null
    const Editor = editorFor(member)
    return (
      <Suspense key={name} fallback={null}>
        <Editor
          name={name}
          label={fieldLabel(name)}
          value={value[name]}
          onChange={(next) => onChange({ ...value, [name]: next })}
          schema={member}
          pointer={pointer + pointerTo(name)}
          errors={errors}
          isDisabled={isDisabled}
          isRequired={schema.required?.includes(name)}
          isClearable={!schema.required?.includes(name)}
        />
      </Suspense>
    )
  })
}
