import { ActionIcon, ScrollArea, Select, Stack, Text, Tooltip } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { nameOf } from '../../kinds/record-names.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { coordinatesOf } from './coordinates.ts'
import { symbolOf } from './pin-icons.tsx'
import { texts } from './texts.ts'
import type { ListedPlace, Places } from './use-places.ts'

interface Props {
  places: Places
  text: string
  categoryId: string | undefined
  /** Whether positions are degrees. */
  isGeo: boolean
  selectedId: string | undefined
  hoveredId: string | undefined
  onText: (text: string) => void
  onCategory: (id: string | undefined) => void
  onSelect: (id: string) => void
  onHover: (id: string | undefined) => void
  /** Starts positioning a place; undefined where the map is read-only. */
  onPut: ((id: string) => void) | undefined
}

/** The places beside the map: searched and filtered together with it. */
export function PlaceList(props: Props) {
  const { places, text, categoryId, onText, onCategory } = props
  const t = useTexts(texts)
  const { language } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const { selectedId } = props
  useEffect(() => {
    if (selectedId === undefined) return
    box.current?.querySelector(`[data-place="${CSS.escape(selectedId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])
  const total = places.placed.length + places.unplaced.length
  return (
    <section className="place-list surface" aria-label={t.list} ref={box} onKeyDown={stepThrough}>
      <Stack gap={8} p={10}>
        <div className="place-search">
          <SearchBox value={text} onSearch={onText} label={t.search} />
        </div>
        <Select
          aria-label={t.category}
          placeholder={t.category}
          clearable
          searchable
          limit={100}
          data={places.categories.map((one) => ({
            value: one._id,
            label: nameOf('broadcastCategory', one, language) || one._id,
          }))}
          value={categoryId ?? null}
          onChange={(next) => onCategory(next ?? undefined)}
        />
        <Text size="xs" c="dimmed" role="status" className="tabular">
          {total === 0 ? t.noMatch : t.count(total)}
        </Text>
      </Stack>
      <ScrollArea className="place-scroll" type="auto" scrollbars="y" viewportProps={{ tabIndex: -1 }}>
        <ul>
          {places.placed.map((place) => (
            <Item key={place.id} place={place} {...props} onPut={undefined} />
          ))}
        </ul>
        {places.unplaced.length > 0 && (
          <>
            <h2 className="eyebrow place-heading">{t.unplaced}</h2>
            <ul>
              {places.unplaced.map((place) => (
                <Item key={place.id} place={place} {...props} />
              ))}
            </ul>
          </>
        )}
      </ScrollArea>
    </section>
  )
}

type ItemProps = Pick<Props, 'isGeo' | 'selectedId' | 'hoveredId' | 'onSelect' | 'onHover' | 'onPut'> & {
  place: ListedPlace
}

function Item({ place, isGeo, selectedId, hoveredId, onSelect, onHover, onPut }: ItemProps) {
  const t = useTexts(texts)
  const { id, title, color, icon, isDraft, position } = place
  return (
    <li className="place-row" data-hovered={hoveredId === id || undefined}>
      <button
        type="button"
        className="place-item"
        data-place={id}
        aria-current={selectedId === id ? 'true' : undefined}
        onClick={() => onSelect(id)}
        onMouseEnter={() => onHover(id)}
        onMouseLeave={() => onHover(undefined)}
        onFocus={() => onHover(id)}
        onBlur={() => onHover(undefined)}
      >
        <span className="place-dot" style={{ background: color }}>
          <svg aria-hidden="true">
            <use href={`#${symbolOf(icon)}`} />
          </svg>
        </span>
        <span className="place-words">
          <span className="place-title">{title}</span>
          {position && (
            <span className="place-at">{isGeo ? coordinatesOf(position) : t.at(position.x, position.y)}</span>
          )}
        </span>
        {isDraft && <StatusChip status="draft" />}
      </button>
      {onPut && (
        <Tooltip label={t.put}>
          <ActionIcon aria-label={`${t.put}: ${title}`} onClick={() => onPut(id)}>
            <IconMapPinPlus size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

/** Arrow keys move between places. */
function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || !(event.target instanceof HTMLElement) || !event.target.classList.contains('place-item')) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.place-item')]
  const next = items[items.indexOf(event.target) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}
