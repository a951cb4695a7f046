import { ActionIcon, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { texts } from './texts.ts'

interface Props {
  /** The text that is searched. */
  value: string
  /** The number of matches, and which of them is shown; undefined while nothing is searched. */
  count: number | undefined
  at: number
  onSearch: (text: string) => void
  onStep: (by: 1 | -1) => void
}

/** Finds sessions on all days; Enter steps from match to match, as in a document. */
export function FindBox({ value, count, at, onSearch, onStep }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const asked = useRef(value)
  /** The step to take when the matches of the typed text are known. */
  const pendingStep = useRef<1 | -1>(undefined)
  const search = (next: string) => {
    asked.current = next.trim()
    onSearch(asked.current)
  }
  const searchSoon = useDebouncedCallback(search, 250)
  // Cleared from outside, or changed by the browser's back button.
  useEffect(() => {
    if (value !== asked.current) setText(value)
    asked.current = value
    if (pendingStep.current !== undefined) onStep(pendingStep.current)
    pendingStep.current = undefined
  }, [value, onStep])
  useShortcuts([['/', () => input.current?.focus()]])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const by = event.shiftKey ? -1 : 1
    if (text.trim() === value) return onStep(by)
    pendingStep.current = by
    search(text)
  }
  const change = (next: string) => {
    setText(next)
    searchSoon(next)
  }
  return (
    <Group gap={2} wrap="nowrap" className="find-box" data-searching={count !== undefined || undefined}>
      <TextInput
        ref={input}
        flex={1}
        type="search"
        aria-label={t.filter.search}
        placeholder={t.filter.search}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={press}
        leftSection={<IconSearch size={17} />}
        rightSection={
          text !== '' && <CloseButton size="sm" aria-label={common.time.clear} onClick={() => change('')} />
        }
      />
      {count !== undefined && (
        <>
          <Text size="sm" c="dimmed" className="find-count" role="status">
            {at < 0 ? t.find.count(count) : t.find.position(at + 1, count)}
          </Text>
          <ActionIcon aria-label={t.find.previous} disabled={count === 0} onClick={() => onStep(-1)}>
            <IconChevronUp size={18} />
          </ActionIcon>
          <ActionIcon aria-label={t.find.next} disabled={count === 0} onClick={() => onStep(1)}>
            <IconChevronDown size={18} />
          </ActionIcon>
        </>
      )}
    </Group>
  )
}
