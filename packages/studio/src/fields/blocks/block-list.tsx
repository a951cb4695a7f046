import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, useMemo, useRef, useState } from 'react'
import type { Values } from '../../data/merge.ts'
import { type ErrorsByPointer, errorAt } from '../../data/pointers.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { notifyUndoable } from '../../ui/undo-notice.tsx'
import { BlockCard, type FocusedPart } from './block-card.tsx'
import { BlockPicker } from './block-picker.tsx'
import { type BlockDeclaration, declarationOf } from './declarations.ts'
import { type BlockWithId, copied, moved, withIds } from './operations.ts'
import { texts } from './texts.ts'

export interface BlockListProps {
  blocks: Values[]
  onChange: (blocks: Values[]) => void
  pointer: string
  errors: ErrorsByPointer
  isDisabled?: boolean | undefined
  /** The blocks of a section. */
  isInSection?: boolean
}

/** Blocks as cards: opened, moved by mouse, touch or keyboard, inserted, duplicated, and removed with undo. */
export function BlockList({
  blocks,
  onChange,
  pointer,
  errors,
  isDisabled = false,
  isInSection = false,
}: BlockListProps) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const named = useBlockIds(blocks)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [addingAt, setAddingAt] = useState<number>()
  // Until the picker opens again: it would return the focus when this changes while it closes.
  const [isPicked, setPicked] = useState(false)
  const [focus, setFocus] = useState<{ id: string; part: FocusedPart }>()
  const addButton = useRef<HTMLButtonElement>(null)
  const latest = useRef({ blocks, onChange })
  latest.current = { blocks, onChange }
  const nameOf = ({ type }: Values) => declarationOf(type)?.texts[language][0] ?? t.unknown
  const error = errorAt(errors, pointer)

  const toggle = (id: string) =>
    setOpened((known) => (known.has(id) ? new Set([...known].filter((one) => one !== id)) : new Set([...known, id])))
  const insert = (at: number, block: Values) => {
    const now = latest.current
    now.onChange(now.blocks.toSpliced(at, 0, block))
  }
  const add = ({ type, initial }: BlockDeclaration) => {
    const block = { type, ...structuredClone(initial) }
    insert(addingAt ?? blocks.length, block)
    const id = named.reserve(block)
    setOpened((known) => new Set([...known, id]))
    setFocus({ id, part: 'field' })
    setPicked(true)
    setAddingAt(undefined)
  }
  const openPicker = (at: number) => {
    setPicked(false)
    setAddingAt(at)
  }
  const duplicate = (at: number, block: Values) => {
    const copy = copied(block)
    insert(at, copy)
    setFocus({ id: named.reserve(copy), part: 'head' })
  }
  const remove = (at: number, block: Values) => {
    onChange(blocks.toSpliced(at, 1))
    const neighbor = named.list[at + 1] ?? named.list[at - 1]
    if (neighbor) setFocus({ id: neighbor.id, part: 'head' })
    else addButton.current?.focus()
    notifyUndoable({
      message: t.removed(nameOf(block)),
      action: common.undo,
      onUndo: () => insert(Math.min(at, latest.current.blocks.length), block),
    })
  }
  const isAllOpen = named.list.length > 0 && named.list.every(({ id }) => opened.has(id))

  return (
    <div className="block-list" data-nested={isInSection || undefined}>
      {!isInSection && named.list.length > 1 && (
        <Group justify="flex-end" mb={4}>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => setOpened(new Set(isAllOpen ? [] : named.list.map(({ id }) => id)))}
          >
            {isAllOpen ? t.closeAll : t.openAll}
          </Button>
        </Group>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mb={6} role="alert">
          {error}
        </Text>
      )}
      {named.list.length === 0 && <EmptyList isInSection={isInSection} />}
      <Sorting list={named.list} nameOf={nameOf} onMove={(from, to) => onChange(moved(blocks, from, to))}>
        {named.list.map(({ id, block }, index) => (
          <Fragment key={id}>
            {!isDisabled && <InsertLine label={t.addHere(index + 1)} onClick={() => openPicker(index)} />}
            <BlockCard
              id={id}
              block={block}
              isOpen={opened.has(id)}
              onToggle={() => toggle(id)}
              onChange={(next) => onChange(blocks.with(index, next))}
              onDuplicate={() => duplicate(index + 1, block)}
              onMove={(by) => onChange(moved(blocks, index, index + by))}
              canMoveUp={index > 0}
              canMoveDown={index < blocks.length - 1}
              onRemove={() => remove(index, block)}
              pointer={`${pointer}/${index}`}
              errors={errors}
              isDisabled={isDisabled}
              focus={focus?.id === id ? focus.part : undefined}
              onFocused={() => setFocus(undefined)}
            />
          </Fragment>
        ))}
      </Sorting>
      {!isDisabled && (
        <Button
          ref={addButton}
          fullWidth
          mt="sm"
          variant={isInSection ? 'subtle' : 'light'}
          size={isInSection ? 'compact-sm' : 'sm'}
          leftSection={<IconPlus size={17} />}
          onClick={() => openPicker(blocks.length)}
        >
          {t.add}
        </Button>
      )}
      <BlockPicker
        isOpen={addingAt !== undefined}
        isInSection={isInSection}
        returnsFocus={!isPicked}
        onClose={() => setAddingAt(undefined)}
        onPick={add}
      />
    </div>
  )
}

function EmptyList({ isInSection }: { isInSection: boolean }) {
  const t = useTexts(texts)
  if (isInSection)
    return (
      <Text size="sm" c="dimmed">
        {t.emptySection}
      </Text>
    )
  return (
    <div className="block-empty">
      <Text fw={640}>{t.empty}</Text>
      <Text size="sm" c="dimmed">
        {t.emptyHint}
      </Text>
    </div>
  )
}

/** The button between two blocks; visible on hover and focus. */
function InsertLine({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="block-insert" aria-label={label} onClick={onClick}>
      <IconPlus size={14} aria-hidden />
    </button>
  )
}

interface SortingProps {
  list: BlockWithId[]
  nameOf: (block: Values) => string
  onMove: (from: number, to: number) => void
  children: React.ReactNode
}

function Sorting({ list, nameOf, onMove, children }: SortingProps) {
  const t = useTexts(texts)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = useMemo(() => list.map(({ id }) => id), [list])
  const placeOf = (id: unknown) => list.findIndex((one) => one.id === id)
  const nameOfId = (id: unknown) => nameOf(list[placeOf(id)]?.block ?? {})
  const announcements: Announcements = {
    onDragStart: ({ active }) => t.lifted(nameOfId(active.id), placeOf(active.id) + 1),
    onDragOver: ({ active, over }) =>
      over ? t.over(nameOfId(active.id), placeOf(over.id) + 1, list.length) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t.dropped(nameOfId(active.id), placeOf(over.id) + 1, list.length) : t.cancelled(nameOfId(active.id)),
    onDragCancel: ({ active }) => t.cancelled(nameOfId(active.id)),
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(placeOf(active.id), placeOf(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t.instructions } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** Ids for the blocks of a list, stable while the list is mounted. */
function useBlockIds(blocks: Values[]): { list: BlockWithId[]; reserve(block: Values): string } {
  const known = useRef<BlockWithId[]>([])
  const reserved = useRef(new Map<Values, string>())
  const list = useMemo(() => {
    const before = [...known.current, ...[...reserved.current].map(([block, id]) => ({ id, block }))]
    reserved.current.clear()
    known.current = withIds(before, blocks, newId)
    return known.current
  }, [blocks])
  return {
    list,
    /** The id that a block gets once it is in the list. */
    reserve(block) {
      const id = newId()
      reserved.current.set(block, id)
      return id
    },
  }
}

let made = 0
const newId = () => `block-${made++}`
