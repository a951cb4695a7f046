import { SimpleGrid, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { folded } from '../../kinds/record-names.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { type BlockDeclaration, declarations } from './declarations.ts'
import { Drawing } from './drawing.tsx'
import { texts } from './texts.ts'

interface Props {
  isOpen: boolean
  /** Sections cannot contain sections. */
  isInSection: boolean
  /** Whether the focus goes back on close, since nothing was picked. */
  returnsFocus: boolean
  onClose: () => void
  onPick: (declaration: BlockDeclaration) => void
}

/** Every type of block with a sketch, found by name or description. */
export function BlockPicker({ isOpen, isInSection, returnsFocus, onClose, onPick }: Props) {
  const t = useTexts(texts)
  return (
    <Modal opened={isOpen} onClose={onClose} title={t.add} size="lg" returnFocus={returnsFocus}>
      {isOpen && <Types isInSection={isInSection} onPick={onPick} />}
    </Modal>
  )
}

function Types({ isInSection, onPick }: Pick<Props, 'isInSection' | 'onPick'>) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const [text, setText] = useState('')
  const found = declarations.filter(
    (one) =>
      !(isInSection && one.type === 'section') &&
      folded([one.type, ...one.texts[language]].join(' ')).includes(folded(text)),
  )
  return (
    <>
      <TextInput
        type="search"
        data-autofocus
        aria-label={t.search}
        placeholder={t.search}
        leftSection={<IconSearch size={17} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter in the search field picks the first match.
          const [first] = found
          if (event.key === 'Enter' && text !== '' && first) onPick(first)
        }}
      />
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" mt="sm">
        {found.map((one) => (
          <UnstyledButton key={one.type} className="block-picker-type" onClick={() => onPick(one)}>
            <Drawing declaration={one} width={72} />
            <Text component="span" fw={640} size="sm">
              {one.texts[language][0]}
            </Text>
            <Text component="span" size="xs" c="dimmed" lh={1.35}>
              {one.texts[language][1]}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
      {found.length === 0 && (
        <Text c="dimmed" py="lg" ta="center" role="status">
          {t.nothing}
        </Text>
      )}
    </>
  )
}
