import { Collapse, Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Values } from '../../data/merge.ts'
import type { ErrorsByPointer } from '../../data/pointers.ts'
import { useTexts } from '../../texts/language.tsx'
import { EditorPicker, useEditorFor } from '../editor.tsx'
import { Members } from '../members.tsx'
import { JsonEditor } from '../plain-editors.tsx'
import { declarationOf, schemaOfBlock } from './declarations.ts'
import { blockEditors } from './editors.ts'
import { texts } from './texts.ts'

interface Props {
  block: Values
  onChange: (block: Values) => void
  pointer: string
  errors: ErrorsByPointer
  isDisabled: boolean
}

/** The fields of a block, in the order of its declaration. An unknown type is edited as JSON. */
export function BlockForm({ block, onChange, pointer, errors, isDisabled }: Props) {
  const t = useTexts(texts)
  const usual = useEditorFor()
  const declaration = declarationOf(block.type)
  const editorFor = useMemo(() => blockEditors(usual, declaration?.lists), [usual, declaration?.lists])
  const [isRareOpen, rareFields] = useDisclosure()
  const schema = schemaOfBlock(block.type)
  if (!declaration) {
    const take = (value: unknown) => onChange(value as Values)
    return (
      <JsonEditor
        name="block"
        label={t.unknown}
        value={block}
        onChange={take}
        schema={{}}
        pointer={pointer}
        errors={errors}
        isDisabled={isDisabled}
      />
    )
  }
  const shared = { value: block, onChange, schema, pointer, errors, isDisabled }
  return (
    <EditorPicker value={editorFor}>
      <Stack gap="sm">
        {/* One by one, since members of an object are in the order of the model. */}
        {declaration.fields.map((name) => (
          <Members key={name} {...shared} only={[name]} />
        ))}
        {declaration.rare && (
          <div>
            <UnstyledButton className="block-rare" aria-expanded={isRareOpen} onClick={rareFields.toggle}>
              <IconChevronRight size={15} aria-hidden />
              {t.more}
            </UnstyledButton>
            <Collapse expanded={isRareOpen}>
              <Stack gap="sm" pt="xs">
                {isRareOpen && <Members {...shared} only={declaration.rare} />}
              </Stack>
            </Collapse>
          </div>
        )}
      </Stack>
    </EditorPicker>
  )
}
