import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Drag, GridProps } from './grid-props.ts'
import type { Change } from './moves.ts'
import type { Drawn } from './use-preview.ts'

/** Follows a drag from step to step, until the pointer is released anywhere. */
export function useGridDrag(now: RefObject<GridProps>) {
  const draggedId = useRef<string>(undefined)
  // The grid may scroll below a pointer that rests.
  const pointer = useRef({ x: 0, y: 0 })
  useEffect(() => {
    const stop = () => {
      draggedId.current = undefined
      now.current.onDrag(undefined)
    }
    window.addEventListener('pointerup', stop)
    window.addEventListener('pointercancel', stop)
    return () => {
      window.removeEventListener('pointerup', stop)
      window.removeEventListener('pointercancel', stop)
    }
  }, [now])
  return useMemo(() => {
    const follow = (event: Event | undefined, dragOf: (at: { x: number; y: number }) => Drag) => {
      if (event instanceof MouseEvent) pointer.current = { x: event.clientX, y: event.clientY }
      now.current.onDrag(dragOf(pointer.current))
    }
    return {
      draggedId,
      onStep(event: Event | undefined, id: string, change: Change) {
        draggedId.current = id
        follow(event, (at) => ({ ...at, id, change }))
      },
      onDraw: (event: Event | undefined, drawn: Drawn) => follow(event, (at) => ({ ...at, drawn })),
    }
  }, [now])
}
