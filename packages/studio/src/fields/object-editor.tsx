import { Fieldset, Stack } from '@mantine/core'
import { isPlain } from '../data/merge.ts'
import type { EditorProps } from './editor.tsx'
import { Members } from './members.tsx'

/** A value with fields of its own. */
export function ObjectEditor(props: EditorProps) {
  const { label, value, onChange, schema, pointer, errors, isDisabled } = props
  return (
    <Fieldset legend={label} variant="default" radius="md">
      <Stack gap="sm">
        <Members
          value={isPlain(value) ? value : {}}
          onChange={onChange}
          schema={schema}
          pointer={pointer}
          errors={errors}
          isDisabled={isDisabled}
        />
      </Stack>
    </Fieldset>
  )
}
