import { IconAlertTriangle } from '@tabler/icons-react'
import { type Ref, useImperativeHandle, useState } from 'react'
import type { Readout } from './use-preview.ts'

export interface ReadoutHandle {
  show(x: number, y: number, readout: Readout, title?: string): void
  hide(): void
}

/** Time, duration and place beside the pointer, while something is dragged, drawn or resized. */
export function DragReadout({ ref }: { ref: Ref<ReadoutHandle> }) {
  const [shown, setShown] = useState<{ x: number; y: number; readout: Readout; title?: string | undefined }>()
  useImperativeHandle(ref, () => ({
    show: (x, y, readout, title) => setShown({ x, y, readout, title }),
    hide: () => setShown(undefined),
  }))
  if (!shown) return null
  const { x, y, readout, title } = shown
  // On the side of the pointer that has room.
  const [left, top] = [x + 270 > innerWidth ? x - 262 : x + 16, y + 120 > innerHeight ? y - 104 : y + 18]
  return (
    <div
      className="drag-readout"
      data-clash={readout.clash !== undefined || undefined}
      aria-hidden
      style={{ transform: `translate(${left}px, ${top}px)` }}
    >
      {title && <span className="drag-title">{title}</span>}
      <strong className="tabular">{readout.times}</strong>
      {readout.detail && <span>{readout.detail}</span>}
      {readout.clash && (
        <span className="drag-clash">
          <IconAlertTriangle size={15} />
          <span>{readout.clash}</span>
        </span>
      )}
    </div>
  )
}
