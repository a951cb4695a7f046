import { SegmentedControl, Text } from '@mantine/core'
import { errorAt } from '../../data/pointers.ts'
import { useChoiceLabel } from '../../kinds/labels.ts'
import { useTexts } from '../../texts/language.tsx'
import type { EditorProps } from '../editor.tsx'
import { type FieldSchema, typeOf } from '../schema.ts'
import { texts } from './texts.ts'

/** Whether a field takes free text for which the model suggests two to four values. */
export function isFewWords({ examples = [], ...schema }: FieldSchema): boolean {
  const isWord =
    typeOf(schema) === 'string' && schema.format === undefined && schema.pattern === undefined && !schema.enum
  return (
    isWord &&
    examples.length >= 2 &&
    examples.length <= 4 &&
    !examples.includes('instagram') &&
    !examples.includes('calendar')
  )
}

/** A segmented control of the known values. A custom value of an app is kept, and can be chosen again. */
export function WordEditor({ name, label, value, schema, onChange, pointer, errors, isDisabled }: EditorProps) {
  const t = useTexts(texts)
  const choiceLabel = useChoiceLabel()
  const current = typeof value === 'string' ? value : ''
  const words = [...new Set([...(schema.examples ?? []), ...(current ? [current] : [])])]
  const error = errorAt(errors, pointer)
  return (
    <div>
      <span className="field-label">{label}</span>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        disabled={isDisabled}
        value={current}
        onChange={(word) => onChange(word === '' ? null : word)}
        data={[
          { value: '', label: t.unset },
          ...words.map((word) => ({ value: word, label: choiceLabel(name, word) })),
        ]}
      />
      {error && (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </div>
  )
}
