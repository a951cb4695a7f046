import type { DraftEditing } from '../../data/draft.ts'
import { isPlain } from '../../data/merge.ts'
import type { EditorProps } from '../../fields/editor.tsx'
import { Field } from '../../fields/field.tsx'
import { Members } from '../../fields/members.tsx'

/** The logo, which is a part of the theme. */
export function Logo({ draft, isDisabled }: { draft: DraftEditing; isDisabled: boolean }) {
  return <Field draft={draft} name="theme" editor={LogoEditor} isDisabled={isDisabled} />
}

function LogoEditor({ value, onChange, schema, pointer, errors, isDisabled }: EditorProps) {
  return (
    <Members
      value={isPlain(value) ? value : {}}
      onChange={onChange}
      schema={schema}
      pointer={pointer}
      errors={errors}
      isDisabled={isDisabled ?? false}
      only={['logo']}
    />
  )
}
