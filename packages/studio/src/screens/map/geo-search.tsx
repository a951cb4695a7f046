import { Button, Loader, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import type { Address } from '../../data/map-services.ts'
import { useTexts } from '../../texts/language.tsx'
import { coordinatesOf, readCoordinates } from './coordinates.ts'
import { texts } from './texts.ts'

interface Props {
  /** Whether the operator has configured a search for addresses. */
  hasAddresses: boolean
  onChoose: (address: Address) => void
}

/** Finds a position by coordinates, by a link of another map, or by an address. Only Enter searches: services forbid more. */
export function GeoSearch({ hasAddresses, onChoose }: Props) {
  const t = useTexts(texts)
  const { api } = useBroadcast()
  const [text, setText] = useState('')
  const [results, setResults] = useState<Address[]>()
  const [problem, setProblem] = useState<string>()
  const [isSearching, setSearching] = useState(false)
  const latest = useRef(0)

  const reset = () => {
    latest.current += 1
    setSearching(false)
    setResults(undefined)
    setProblem(undefined)
  }
  const choose = (address: Address) => {
    reset()
    setText('')
    onChoose(address)
  }
  const find = async () => {
    const position = readCoordinates(text)
    reset()
    if (position) return choose({ title: coordinatesOf(position), position })
    const words = text.trim()
    if (words === '') return
    if (!hasAddresses || /^https?:/i.test(words)) return setProblem(t.geo.unread)
    const mine = latest.current
    setSearching(true)
    try {
      const found = await api.sdk.addresses({ q: words.slice(0, 200) })
      if (mine === latest.current) setResults(found)
    } catch (error) {
      if (mine === latest.current) setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      if (mine === latest.current) setSearching(false)
    }
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || (!results && !problem)) return
    event.stopPropagation()
    reset()
  }
  const label = hasAddresses ? t.geo.search : t.geo.searchCoordinates
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element `search` has no styles in the studio
    <form
      className="geo-search"
      role="search"
      onKeyDown={leave}
      onSubmit={(event) => {
        event.preventDefault()
        void find()
      }}
    >
      <TextInput
        aria-label={label}
        placeholder={label}
        value={text}
        error={problem}
        leftSection={isSearching ? <Loader size={16} /> : <IconSearch size={17} />}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          reset()
        }}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''}>
        {t.geo.find}
      </Button>
      {results && (
        <div className="geo-results surface">
          {results.length === 0 && (
            <Text size="sm" c="dimmed" p={10} role="status">
              {t.geo.noResults}
            </Text>
          )}
          <ul aria-label={t.geo.results}>
            {results.map((address) => (
              <li key={`${address.title} ${coordinatesOf(address.position)}`}>
                <button type="button" className="geo-result" onClick={() => choose(address)}>
                  {address.title}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}
