import { ActionIcon, Badge, Group, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconGripVertical } from '@tabler/icons-react'
import { memo, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ReadoutHandle } from './drag-readout.tsx'
import type { GridHandle } from './grid-props.ts'
import type { Change } from './moves.ts'
import type { Session } from './sessions.ts'
import { texts } from './texts.ts'
import { useFound } from './use-found.ts'
import type { Preview } from './use-preview.ts'
import type { Programme } from './use-programme.ts'

interface Props {
  programme: Programme
  grid: RefObject<GridHandle | null>
  canWrite: boolean
  /** Whether a session matches the filters. */
  isShown: (session: Session) => boolean
  /** The match that the search has stepped to. */
  foundId: string | undefined
  onOpen: (id: string) => void
  onPlace: (id: string, change: Change) => void
  preview: Preview
  readout: RefObject<ReadoutHandle | null>
}

/** Sessions without a time, to be dragged into the day; one of the day that is dropped here loses its time. */
export const Tray = memo(function Tray(props: Props) {
  const t = useTexts(texts)
  const [isOpen, tray] = useDisclosure(true)
  const { programme, grid, canWrite, isShown, foundId, onOpen, onPlace, preview, readout } = props
  const unscheduled = programme.unscheduled.filter(isShown)
  if (unscheduled.length === 0 && !canWrite) return null
  return (
    <section className="programme-tray surface" aria-label={t.tray.title}>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon aria-label={t.tray.title} aria-expanded={isOpen} onClick={tray.toggle}>
          <IconChevronDown size={17} className="tray-chevron" data-closed={!isOpen || undefined} />
        </ActionIcon>
        <Text fw={650} size="sm">
          {t.tray.title}
        </Text>
        <Badge variant="light" color="gray" radius="sm">
          {unscheduled.length}
        </Badge>
        {isOpen && canWrite && (
          <Text size="xs" c="dimmed" truncate>
            {unscheduled.length === 0 ? t.tray.empty : t.tray.hint}
          </Text>
        )}
      </Group>
      {isOpen && unscheduled.length > 0 && (
        <ul className="tray-list">
          {unscheduled.map((session) => (
            <li key={session._id}>
              <TrayItem
                session={session}
                name={programme.nameOf(session)}
                color={programme.colorOf(session)}
                place={session.interestPointId ? programme.placeNames.get(session.interestPointId) : undefined}
                grid={grid}
                isFound={session._id === foundId}
                canWrite={canWrite}
                onOpen={() => onOpen(session._id)}
                onPlace={(change) => onPlace(session._id, change)}
                preview={preview}
                readout={readout}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

interface ItemProps {
  session: Session
  name: string
  color: string | undefined
  place: string | undefined
  grid: RefObject<GridHandle | null>
  isFound: boolean
  canWrite: boolean
  onOpen: () => void
  onPlace: (change: Change) => void
  preview: Preview
  readout: RefObject<ReadoutHandle | null>
}

function TrayItem({ session, name, color, place, isFound, grid, canWrite, ...props }: ItemProps) {
  const { onOpen, onPlace, preview, readout } = props
  const item = useFound<HTMLButtonElement>(isFound)
  const t = useTexts(texts)
  const from = useRef<{ x: number; y: number }>(undefined)
  const wasDragged = useRef(false)
  const [isHeld, setHeld] = useState(false)
  const placeAt = (event: PointerEvent): Change | undefined => {
    const found = grid.current?.at(event.clientX, event.clientY)
    return found && { type: 'place', ...found }
  }
  const end = () => {
    from.current = undefined
    setHeld(false)
    readout.current?.hide()
  }
  const down = (event: PointerEvent<HTMLButtonElement>) => {
    wasDragged.current = false
    if (!canWrite || event.button !== 0) return
    from.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (!from.current) return
    const isFar = Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > 5
    if (!isFar && !wasDragged.current) return
    wasDragged.current = true
    setHeld(true)
    const change = placeAt(event)
    const shown = change && preview.ofChange(session._id, change)
    const nowhere = { times: t.tray.drop, detail: '', clash: undefined }
    readout.current?.show(event.clientX, event.clientY, shown ?? nowhere, name)
  }
  const up = (event: PointerEvent) => {
    const change = wasDragged.current ? placeAt(event) : undefined
    end()
    if (change) onPlace(change)
  }
  return (
    <UnstyledButton
      className="tray-item"
      ref={item}
      data-found={isFound || undefined}
      data-held={isHeld || undefined}
      data-can-write={canWrite || undefined}
      style={color ? { '--session-color': color } : undefined}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={end}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isHeld) end()
      }}
      onClick={() => {
        if (!wasDragged.current) onOpen()
      }}
    >
      {canWrite && <IconGripVertical size={15} aria-hidden />}
      <span className="tray-name">{name}</span>
      {place && <span className="tray-place">{place}</span>}
      {session.status === 'draft' && <StatusChip status="draft" />}
    </UnstyledButton>
  )
}
