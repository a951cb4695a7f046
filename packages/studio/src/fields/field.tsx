import { Skeleton } from '@mantine/core'
import { kindNamed } from '@marquee/model'
import { type ReactNode, Suspense } from 'react'
import type { DraftEditing } from '../data/draft.ts'
import { isPlain } from '../data/merge.ts'
import { pointerTo } from '../data/pointers.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { isNamelessInPublic } from '../kinds/nameless.ts'
import { useCommon } from '../texts/language.tsx'
import { useContentLanguage } from './content-language.tsx'
import { EditedBy } from './edited-by.tsx'
import { type Editor, useEditorFor } from './editor.tsx'
import { schemaOf } from './schema.ts'
import { shownInstead } from './shown-value.tsx'

interface Props {
  draft: DraftEditing
  name: string
  label?: string
  description?: ReactNode
  isDisabled?: boolean
  isFocused?: boolean
  /** The values to choose from, when fewer than the schema has. Another stored value is shown and kept. */
  choices?: string[] | undefined
  /** Replaces the editor that the schema would get. */
  editor?: Editor
}

/** One field of a draft, with the editor of its schema. Localized fields follow the chosen language. */
export function Field({ draft, name, label, description, isDisabled, isFocused, editor, choices }: Props) {
  const common = useCommon()
  const fieldLabel = useFieldLabel()
  const editorFor = useEditorFor()
  const [language] = useContentLanguage()
  const kind = kindNamed(draft.kind)
  const field = kind.fields[name]
  if (!field) return null
  const isLocal = language !== undefined && kind.localized.includes(name)
  const details = isPlain(draft.values.localeDetails) ? draft.values.localeDetails : {}
  const inLanguage = isLocal && isPlain(details[language]) ? details[language] : {}
  const main = draft.values[name]
  const isChosenByService = choices !== undefined && typeof main === 'string' && !choices.includes(main)
  const schema = choices && !isChosenByService ? { ...schemaOf(field), enum: choices } : schemaOf(field)
  const isFixed =
    isDisabled ||
    isChosenByService ||
    (field.immutable === true && draft.recordId !== undefined) ||
    field.readOnly === true
  const isNameless = name === 'status' && isNamelessInPublic(draft.kind, { ...draft.values, status: 'published' })
  const usual = editor ?? editorFor(schema)
  const Chosen = isFixed ? shownInstead(schema, usual) : usual
  const local = inLanguage[name]
  return (
    <EditedBy draft={draft} name={name}>
      <Suspense fallback={<Skeleton h={60} radius="md" />}>
        <Chosen
          key={isLocal ? `${name}.${language}` : name}
          name={name}
          label={label ?? fieldLabel(name, kind.name)}
          description={
            isNameless
              ? common.needsName
              : (description ?? (isLocal && typeof main === 'string' ? common.languages.inherits : undefined))
          }
          placeholder={isLocal && typeof main === 'string' ? main.slice(0, 300) : undefined}
          schema={schema}
          value={isLocal && !(isFixed && local === undefined) ? local : main}
          onChange={(value) => {
            if (!isLocal) return draft.set(name, value)
            const { [name]: _, ...others } = inLanguage
            const next = value === null || value === undefined ? others : { ...others, [name]: value }
            draft.set('localeDetails', { ...details, [language]: next })
          }}
          pointer={isLocal ? pointerTo('localeDetails', language, name) : pointerTo(name)}
          errors={draft.errors}
          isFocused={isFocused}
          isDisabled={isFixed}
          isRequired={!isLocal && field.presence === 'required'}
          isClearable={isLocal || field.presence === 'nullable' || field.presence === 'optional'}
        />
      </Suspense>
    </EditedBy>
  )
}
