import { ActionIcon, Badge, Button, Checkbox, Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockMinus, IconClockPlus, IconDots, IconEye, IconEyeOff, IconPencil } from '@tabler/icons-react'
import { type TouchEvent, useRef } from 'react'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { Column } from './columns.ts'
import { byHour, type Entry } from './entries.ts'
import { Near } from './near.tsx'
import { selectionTexts } from './selection-texts.ts'
import { texts } from './texts.ts'
import { useFound } from './use-found.ts'
import type { Selection } from './use-selection.ts'

interface Props {
  entries: Entry[]
  columns: Column[]
  /** The match that the search has stepped to. */
  foundId: string | undefined
  /** The place that is shown; undefined for all. */
  place: string | undefined
  canWrite: boolean
  selection: Selection
  onPlace: (place: string | undefined) => void
  onOpen: (id: string) => void
  onLater: (id: string, minutes: number) => void
  onStatus: (id: string, status: 'draft' | 'published') => void
  /** To the next day (1) or the one before (-1). */
  onSwipe: (by: number) => void
}

/** A day on a phone: hours in a column, one place or all of them, with quick actions. */
export function PhoneDay(props: Props) {
  const { entries, columns, place, canWrite, selection, onPlace, onSwipe } = props
  const t = useTexts(texts)
  const select = useTexts(selectionTexts)
  const [isSelecting, selecting] = useDisclosure()
  const swipe = useSwipe(onSwipe)
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  const full = columns.filter(({ count }) => count > 0)
  return (
    <div {...swipe}>
      {full.length > 1 && (
        <nav className="stage-tabs" aria-label={t.phone.stages}>
          <Stage title={t.phone.allStages} isChosen={place === undefined} onChoose={() => onPlace(undefined)} />
          {full.map(({ id, title, count }) => (
            <Stage key={id} title={title} count={count} isChosen={place === id} onChoose={() => onPlace(id)} />
          ))}
        </nav>
      )}
      {canWrite && entries.length > 0 && (
        <Group justify="flex-end" mb="xs">
          <Button
            variant="subtle"
            size="compact-md"
            aria-pressed={isSelecting}
            onClick={() => {
              if (isSelecting) selection.choose('none')
              selecting.toggle()
            }}
          >
            {isSelecting ? select.selectDone : select.select}
          </Button>
        </Group>
      )}
      <Stack gap="lg">
        {byHour(entries).map(([hour, inHour]) => (
          <section key={hour} aria-label={hour || t.allDay}>
            <h2 className="hour">{hour || t.allDay}</h2>
            <Near height={inHour.length * itemHeight} isNeeded={inHour.some(({ id }) => id === props.foundId)}>
              <Stack gap={8}>
                {inHour.map((entry) => (
                  <Item
                    key={entry.id}
                    {...props}
                    isSelecting={isSelecting}
                    entry={entry}
                    placeTitle={titles.get(entry.columnId) ?? ''}
                  />
                ))}
              </Stack>
            </Near>
          </section>
        ))}
      </Stack>
    </div>
  )
}

/** The usual height of an item with the gap below. */
const itemHeight = 97

function Stage(props: { title: string; count?: number; isChosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      className="stage-tab"
      aria-current={props.isChosen ? 'true' : undefined}
      onClick={props.onChoose}
    >
      {props.title}
      {props.count !== undefined && <span className="day-count">{props.count}</span>}
    </button>
  )
}

interface ItemProps extends Props {
  isSelecting: boolean
  entry: Entry
  placeTitle: string
}

function Item({ entry, placeTitle, canWrite, foundId, onOpen, onLater, onStatus, ...choosing }: ItemProps) {
  const { isSelecting, selection } = choosing
  const isChosen = selection.ids.includes(entry.id)
  const box = useFound<HTMLDivElement>(entry.id === foundId)
  const t = useTexts(texts)
  const common = useCommon()
  return (
    <Group
      className="phone-session"
      wrap="nowrap"
      gap={4}
      ref={box}
      data-session={entry.id}
      data-found={entry.id === foundId || undefined}
      data-draft={entry.isDraft || undefined}
      data-clashing={entry.isClashing || undefined}
      style={entry.color ? { '--session-color': entry.color } : undefined}
    >
      {isSelecting && (
        <Checkbox
          size="md"
          ml="xs"
          aria-label={entry.title}
          checked={isChosen}
          onChange={() => selection.choose('toggle', entry.id)}
        />
      )}
      <UnstyledButton
        className="phone-open"
        onClick={() => (isSelecting ? selection.choose('toggle', entry.id) : onOpen(entry.id))}
      >
        <Group gap={8} mb={2}>
          <Text span size="sm" fw={650} className="tabular">
            {entry.times}
          </Text>
          {entry.isClashing && (
            <Badge size="sm" color="red" variant="light" tt="none" radius="sm">
              {t.clash}
            </Badge>
          )}
          {entry.isCancelled && (
            <Badge size="sm" color="gray" variant="outline" tt="none" radius="sm">
              {t.cancelled}
            </Badge>
          )}
          {entry.isDraft && <StatusChip status="draft" />}
        </Group>
        <Text fw={600} lh={1.25} td={entry.isCancelled ? 'line-through' : undefined}>
          {entry.title}
        </Text>
        <Text size="sm" c="dimmed">
          {placeTitle}
          {entry.isOpenEnded && ` · ${t.openEnded}`}
        </Text>
      </UnstyledButton>
      {canWrite && !isSelecting && (
        <>
          <ActionIcon size={44} aria-label={`${t.phone.later}: ${entry.title}`} onClick={() => onLater(entry.id, 15)}>
            <IconClockPlus size={22} stroke={1.7} />
          </ActionIcon>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon size={44} aria-label={t.phone.actions(entry.title)}>
                <IconDots size={20} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconClockPlus size={18} />} onClick={() => onLater(entry.id, 15)}>
                {t.phone.later}
              </Menu.Item>
              <Menu.Item leftSection={<IconClockMinus size={18} />} onClick={() => onLater(entry.id, -15)}>
                {t.phone.earlier}
              </Menu.Item>
              <Menu.Item
                leftSection={entry.isDraft ? <IconEye size={18} /> : <IconEyeOff size={18} />}
                onClick={() => onStatus(entry.id, entry.isDraft ? 'published' : 'draft')}
              >
                {entry.isDraft ? common.publish : common.unpublish}
              </Menu.Item>
              <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => onOpen(entry.id)}>
                {common.edit}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </Group>
  )
}

/** A horizontal swipe. */
function useSwipe(onSwipe: (by: number) => void) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0]
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd({ changedTouches, target }: TouchEvent) {
      const touch = changedTouches[0]
      const start = from.current
      from.current = undefined
      if (!touch || !start || (target instanceof Element && target.closest('.stage-tabs'))) return
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y]
      if (Math.abs(x) > 70 && Math.abs(x) > 2.5 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
