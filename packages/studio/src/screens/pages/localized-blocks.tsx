import { Alert, Button, Skeleton } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { ErrorsByPointer } from '../../data/pointers.ts'
import { useEditorFor } from '../../fields/editor.tsx'
import type { FieldSchema } from '../../fields/schema.ts'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

interface Props {
  schema: FieldSchema
  main: unknown
  /** The blocks of the chosen language; undefined when the main ones are edited. */
  local: { blocks: unknown } | undefined
  /** Null removes the blocks of a language. */
  onChange: (blocks: unknown) => void
  pointer: string
  errors: ErrorsByPointer
  isDisabled: boolean
}

/** Blocks in one language. A language has none of its own until they are copied from the main ones or started empty. */
export function LocalizedBlocks({ schema, main, local, onChange, pointer, errors, isDisabled }: Props) {
  const t = useTexts(texts)
  const editorFor = useEditorFor()
  const Editor = editorFor(schema)
  const own = Array.isArray(local?.blocks) ? local.blocks : []
  const inherits = local !== undefined && own.length === 0
  return (
    <>
      {inherits && Array.isArray(main) && main.length > 0 && (
        <Alert color="gray" mb="sm" icon={<IconLanguage size={19} />}>
          {t.inherits}
          {!isDisabled && (
            <Button
              mt="xs"
              size="compact-sm"
              variant="light"
              display="block"
              onClick={() => onChange(structuredClone(main))}
            >
              {t.startFromMain}
            </Button>
          )}
        </Alert>
      )}
      <Suspense fallback={<Skeleton h={220} radius="md" />}>
        <Editor
          key={pointer}
          name="blocks"
          label={t.blocks}
          value={local === undefined ? main : own}
          onChange={onChange}
          schema={schema}
          pointer={pointer}
          errors={errors}
          isDisabled={isDisabled}
        />
      </Suspense>
      {local !== undefined && own.length > 0 && !isDisabled && (
        <Button mt="sm" size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(null)}>
          {t.dropLocal}
        </Button>
      )}
    </>
  )
}
