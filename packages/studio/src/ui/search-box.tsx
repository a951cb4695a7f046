import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommon } from '../texts/language.tsx'

/** A debounced search field. */
export function SearchBox({
  value,
  onSearch,
  label,
}: {
  value: string
  onSearch: (text: string) => void
  label?: string
}) {
  const common = useCommon()
  const [text, setText] = useState(value)
  const search = useDebouncedCallback(onSearch, 250)
  const change = (next: string) => {
    setText(next)
    search(next.trim())
  }
  return (
    <TextInput
      type="search"
      aria-label={label ?? common.search}
      placeholder={label ?? common.search}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={17} />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={common.time.clear} onClick={() => change('')} />}
      style={{ flex: '1 1 200px', maxWidth: 360 }}
    />
  )
}
