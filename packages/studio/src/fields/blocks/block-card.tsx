import { useSortable } from '@dnd-kit/sortable'
import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopyPlus,
  IconDots,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Values } from '../../data/merge.ts'
import { type ErrorsByPointer, errorWithin } from '../../data/pointers.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { BlockForm } from './block-form.tsx'
import { declarationOf } from './declarations.ts'
import { Drawing } from './drawing.tsx'
import { summaryOf } from './operations.ts'
import { texts } from './texts.ts'

interface Props {
  id: string
  block: Values
  isOpen: boolean
  onToggle: () => void
  onChange: (block: Values) => void
  onDuplicate: () => void
  onMove: (by: -1 | 1) => void
  canMoveUp: boolean
  canMoveDown: boolean
  onRemove: () => void
  pointer: string
  errors: ErrorsByPointer
  isDisabled: boolean
  /** The part that gets the focus: the first field of a new block, the head of a copy or of a neighbor. */
  focus?: FocusedPart | undefined
  onFocused: () => void
}

export type FocusedPart = 'field' | 'head'

/** One block: its name and the beginning of its text; opened, its fields. */
export function BlockCard(props: Props) {
  const { id, block, isOpen, onToggle, onChange, pointer, errors, isDisabled, focus, onFocused } = props
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isDisabled,
  })
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!focus) return
    const part = card.current?.querySelector<HTMLElement>(focus === 'field' ? firstField : '.block-toggle')
    part?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'nearest' })
    onFocused()
  }, [focus, onFocused])
  const declaration = declarationOf(block.type)
  const name = declaration?.texts[language][0] ?? t.unknown
  const summary = summaryOf(block, declaration?.summary, t.entries)
  const hasError = errorWithin(errors, pointer) !== undefined
  const called = summary ? `${name}: ${summary.slice(0, 40)}` : name
  return (
    <article
      ref={(node) => {
        setNodeRef(node)
        card.current = node
      }}
      className="block-card"
      data-open={isOpen || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
      aria-label={called}
    >
      <div className="block-head">
        {!isDisabled && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            className="block-grip"
            {...attributes}
            {...listeners}
            aria-label={t.grip(called)}
          >
            <IconGripVertical size={17} aria-hidden />
          </button>
        )}
        <UnstyledButton className="block-toggle" aria-expanded={isOpen} onClick={onToggle}>
          <Drawing declaration={declaration} width={42} />
          <span className="block-words">
            <Text component="span" size="sm" fw={640}>
              {name}
            </Text>
            {summary && (
              <Text component="span" size="xs" c="dimmed" truncate>
                {summary}
              </Text>
            )}
          </span>
          {hasError && <IconAlertCircle size={18} className="block-problem" aria-label={t.problem} />}
          <IconChevronDown size={17} className="block-chevron" aria-hidden />
        </UnstyledButton>
        {!isDisabled && <CardMenu {...props} name={called} />}
      </div>
      {isOpen && (
        <div className="block-body">
          <BlockForm block={block} onChange={onChange} pointer={pointer} errors={errors} isDisabled={isDisabled} />
        </div>
      )}
    </article>
  )
}

const firstField = '.block-body :is(input:not([type=hidden]), textarea, select, [contenteditable=true], button)'

function CardMenu({ name, onDuplicate, onMove, canMoveUp, canMoveDown, onRemove }: Props & { name: string }) {
  const t = useTexts(texts)
  const common = useCommon()
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t.actions(name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopyPlus size={17} />} onClick={onDuplicate}>
          {t.duplicate}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={17} />} disabled={!canMoveUp} onClick={() => onMove(-1)}>
          {common.moveUp}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={17} />} disabled={!canMoveDown} onClick={() => onMove(1)}>
          {common.moveDown}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={17} />} onClick={onRemove}>
          {common.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
