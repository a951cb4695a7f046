import { ActionIcon, Badge, Group, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconGripVertical } from '@tabler/icons-react'
import { memo, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { GridHandle } from './grid-props.ts'
import type { Session } from './sessions.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

interface Props {
  programme: Programme
  grid: RefObject<GridHandle | null>
  canWrite: boolean
  onOpen: (id: string) => void
  onPlace: (session: Session, wall: string, columnId: string) => void
  columnTitle: (columnId: string) => string
}

/** Sessions without a time, to be dragged into the day. */
export const Tray = memo(function Tray({ programme, grid, canWrite, onOpen, onPlace, columnTitle }: Props) {
  const t = useTexts(texts)
  const [isOpen, tray] = useDisclosure(true)
  const { unscheduled } = programme
  if (unscheduled.length === 0) return null
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
            {t.tray.hint}
          </Text>
        )}
      </Group>
      {isOpen && (
        <ul className="tray-list">
          {unscheduled.map((session) => (
            <li key={session._id}>
              <TrayItem
                session={session}
                name={programme.nameOf(session)}
                color={programme.colorOf(session)}
                place={session.interestPointId ? programme.placeNames.get(session.interestPointId) : undefined}
                grid={grid}
                canWrite={canWrite}
                onOpen={() => onOpen(session._id)}
                onPlace={(wall, columnId) => onPlace(session, wall, columnId)}
                columnTitle={columnTitle}
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
  canWrite: boolean
  onOpen: () => void
  onPlace: (wall: string, columnId: string) => void
  columnTitle: (columnId: string) => string
}

function TrayItem({ session, name, color, place, grid, canWrite, onOpen, onPlace, columnTitle }: ItemProps) {
  const t = useTexts(texts)
  const from = useRef<{ x: number; y: number }>(undefined)
  const wasDragged = useRef(false)
  const [held, setHeld] = useState<{ x: number; y: number }>()
  const target = held && grid.current?.at(held.x, held.y)
  const end = () => {
    from.current = undefined
    setHeld(undefined)
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
    setHeld({ x: event.clientX, y: event.clientY })
  }
  const up = (event: PointerEvent) => {
    const found = wasDragged.current ? grid.current?.at(event.clientX, event.clientY) : undefined
    end()
    if (found) onPlace(found.wall, found.columnId)
  }
  return (
    <>
      <UnstyledButton
        className="tray-item"
        data-held={held !== undefined || undefined}
        data-can-write={canWrite || undefined}
        style={color ? { '--session-color': color } : undefined}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={end}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && held) end()
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
      {held && (
        <div className="tray-ghost" style={{ transform: `translate(${held.x + 12}px, ${held.y + 12}px)` }}>
          <strong>{name}</strong>
          <span>{target ? `${target.wall.slice(11, 16)} · ${columnTitle(target.columnId)}` : t.tray.drop}</span>
        </div>
      )}
    </>
  )
}
