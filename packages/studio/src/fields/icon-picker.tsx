import { SimpleGrid, Text, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { folded } from '../kinds/record-names.ts'
import { useCommon } from '../texts/language.tsx'
import { AppIcon } from '../ui/app-icon.tsx'
import { iconWords } from './icon-words.ts'
import './icon-picker.css'

const names = Object.keys(iconWords)

interface Props {
  label: string
  /** The chosen icon. */
  type: string | null
  onPick: (type: string) => void
}

/** The icons that the visitors' app draws, found by words in any of the studio's languages. */
export function IconPicker({ label, type, onPick }: Props) {
  const { icons } = useCommon()
  const [text, setText] = useState('')
  const words = folded(text).split(/\s+/)
  const found = names.filter((name) => {
    const known = folded(`${name} ${iconWords[name]}`)
    return words.every((word) => known.includes(word))
  })
  return (
    <div>
      <TextInput
        aria-label={icons.search}
        placeholder={icons.search}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
        mb="xs"
      />
      {found.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {icons.nothing}
        </Text>
      )}
      <SimpleGrid cols={7} spacing={4} verticalSpacing={4} className="icon-grid" role="group" aria-label={label}>
        {found.map((name) => (
          <Tooltip key={name} label={name} openDelay={400}>
            <UnstyledButton
              className="icon-choice"
              aria-label={name}
              aria-pressed={name === type}
              onClick={() => onPick(name)}
            >
              <AppIcon icon={{ type: name }} size={20} />
            </UnstyledButton>
          </Tooltip>
        ))}
      </SimpleGrid>
    </div>
  )
}
