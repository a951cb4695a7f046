import { Suspense } from 'react'
import type { Values } from '../data/merge.ts'
import type { ErrorsByPointer } from '../data/pointers.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { useContentLanguage } from './content-language.tsx'
import { useEditorFor } from './editor.tsx'
import { localText } from './localized-part.ts'
import type { FieldSchema } from './schema.ts'
import { shownInstead } from './shown-value.tsx'

interface Props {
  value: Values
  onChange: (value: Values) => void
  schema: FieldSchema
  pointer: string
  errors: ErrorsByPointer
  isDisabled?: boolean
  only?: string[]
  /** Whether the object may be absent as a whole, so that none of its members is required yet. */
  isOptional?: boolean
}

/** An editor for every member of an object. Members that may differ per language follow the chosen one. */
export function Members({ value, onChange, schema, pointer, errors, isDisabled, only, isOptional }: Props) {
  const fieldLabel = useFieldLabel()
  const editorFor = useEditorFor()
  const [language] = useContentLanguage()
  const names = Object.entries(schema.properties ?? {})
    .filter(([name, member]) => !member.readOnly && member.const === undefined && (!only || only.includes(name)))
    .filter(([name]) => !(schema.localized && name === 'localeDetails'))
    .map(([name]) => name)
  return names.map((name) => {
    const member = schema.properties?.[name]
    if (!member) return null
    const usual = editorFor(member)
    const Editor = isDisabled ? shownInstead(member, usual) : usual
    const text = localText(value, name, language, schema.localized)
    return (
      <Suspense key={name} fallback={null}>
        <Editor
          name={name}
          label={fieldLabel(name)}
          value={text.value}
          placeholder={text.placeholder}
          onChange={(next) => onChange(text.withValue(next))}
          schema={member}
          pointer={pointer + text.pointer}
          errors={errors}
          isDisabled={isDisabled}
          isRequired={!isOptional && schema.required?.includes(name)}
          isClearable={!schema.required?.includes(name)}
        />
      </Suspense>
    )
  })
}
