import { Group, Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core'
import { errorAt, errorWithin } from '../data/pointers.ts'
import { useChoiceLabel, useFieldLabel } from '../kinds/labels.ts'
import type { EditorProps } from './editor.tsx'
import { OrderedList } from './list-editor.tsx'

/** The questions of a form. The key of a question is derived from its label until it is set by hand. */
export function FormFieldsEditor(props: EditorProps) {
  const { value, schema, errors, isDisabled } = props
  const fieldLabel = useFieldLabel()
  const choiceLabel = useChoiceLabel()
  const types = (schema.items?.properties?.type?.enum ?? []).filter((one) => one !== null)
  const count = Array.isArray(value) ? value.length : 0
  return (
    <OrderedList
      {...props}
      newItem={() => ({ key: `question-${count + 1}`, label: '', type: 'text', required: false })}
      renderItem={(field, onChange, pointer) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            <TextInput
              label={fieldLabel('label')}
              disabled={isDisabled}
              value={String(field.label ?? '')}
              error={errorAt(errors, `${pointer}/label`)}
              onChange={(event) => {
                const label = event.currentTarget.value
                const isFollowing =
                  field.key === keyFor(String(field.label ?? '')) || /^question-\d+$/.test(String(field.key))
                onChange({ ...field, label, ...(isFollowing && keyFor(label) !== '' && { key: keyFor(label) }) })
              }}
            />
            <Select
              label={fieldLabel('type')}
              allowDeselect={false}
              disabled={isDisabled}
              data={types.map((type) => ({ value: type, label: choiceLabel('formType', type) }))}
              value={String(field.type ?? 'text')}
              error={errorAt(errors, `${pointer}/type`)}
              onChange={(type) => onChange({ ...field, type })}
            />
          </SimpleGrid>
          {['choice', 'choices'].includes(String(field.type)) && (
            <TagsInput
              label={fieldLabel('options')}
              disabled={isDisabled}
              value={Array.isArray(field.options) ? field.options.map(String) : []}
              error={errorWithin(errors, `${pointer}/options`)}
              onChange={(options) => onChange({ ...field, options })}
            />
          )}
          <Group justify="space-between" align="flex-end">
            <Switch
              label={fieldLabel('required')}
              disabled={isDisabled}
              checked={field.required === true}
              onChange={(event) => onChange({ ...field, required: event.currentTarget.checked })}
            />
            <TextInput
              size="xs"
              label={fieldLabel('key')}
              disabled={isDisabled}
              value={String(field.key ?? '')}
              error={errorAt(errors, `${pointer}/key`)}
              onChange={(event) => onChange({ ...field, key: event.currentTarget.value })}
            />
          </Group>
        </>
      )}
    />
  )
}

/** An identifier without accents, spaces and punctuation. */
export function keyFor(label: string): string {
  return label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
}
