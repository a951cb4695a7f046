import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { useAnnouncer } from '../panel/announcer.tsx'
import { stageTexts } from './stage-texts.ts'
import { movedTo, type Stage } from './stages.ts'

/** Stages that are ordered by mouse, by touch and by keys. */
export function StageList({ stages, onOrder }: { stages: Stage[]; onOrder: (stages: Stage[]) => void }) {
  const t = useTexts(stageTexts)
  const common = useCommon()
  const [say, region] = useAnnouncer()
  const list = useRef<HTMLOListElement>(null)
  const [draggedId, setDragged] = useState<string>()

  const move = (from: number, to: number) => {
    if (to === from || to < 0 || to >= stages.length) return
    onOrder(movedTo(stages, from, to))
    say(t.moved(stages[from]?.title ?? '', to + 1, stages.length))
  }
  const press = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    move(at, at + by)
  }
  const dragOver = ({ clientY }: PointerEvent) => {
    const from = stages.findIndex(({ id }) => id === draggedId)
    if (from < 0) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const to = rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
    if (to >= 0) move(from, to)
  }
  return (
    <>
      <ol className="stage-order" aria-label={t.list} ref={list}>
        {stages.map(({ id, title }, at) => (
          <li key={id} data-dragged={id === draggedId || undefined}>
            <ActionIcon
              className="stage-handle"
              aria-label={t.handle(title)}
              onKeyDown={(event) => press(event, at)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setDragged(id)
              }}
              onPointerMove={dragOver}
              onLostPointerCapture={() => setDragged(undefined)}
            >
              <IconGripVertical size={18} />
            </ActionIcon>
            <span>{title}</span>
            <ActionIcon aria-label={`${common.moveUp}: ${title}`} disabled={at === 0} onClick={() => move(at, at - 1)}>
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={`${common.moveDown}: ${title}`}
              disabled={at === stages.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {region}
    </>
  )
}
