import { TagsInput } from '@mantine/core'
import { useKnownValues } from '../data/known-values.ts'
import { errorWithin } from '../data/pointers.ts'
import type { EditorProps } from './editor.tsx'
import { shared } from './plain-editors.tsx'

/** The tags of a media: any words, with suggestions of those that other media have. */
export function MediaTagsEditor(props: EditorProps) {
  const { value, onChange } = props
  const known = useKnownValues('media', 'tags')
  return (
    <TagsInput
      {...shared(props)}
      error={errorWithin(props.errors, props.pointer)}
      data={known}
      maxTags={20}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    />
  )
}
