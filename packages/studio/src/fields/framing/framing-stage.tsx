import type { Crop } from '@marquee/model'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { type Corner, moved, type Point, pointAt, resized, whole } from './frame.ts'
import './framing.css'
import { texts } from './texts.ts'

interface Props {
  src: string
  /** Undefined where the picture cannot be cropped. */
  crop: Crop | undefined
  onCrop: (crop: Crop) => void
  focus: Point
  onFocus: (point: Point) => void
  /** The width of the frame to its height, in shares of the picture. */
  ratio: number | undefined
}

/** The whole picture, with a frame over the part that is shown and a dot on its focal point. */
export function FramingStage({ src, crop, onCrop, focus, onFocus, ratio }: Props) {
  const t = useTexts(texts)
  const stage = useRef<HTMLDivElement>(null)
  const drag = useRef<{ from: Point; crop: Crop; corner: Corner | undefined; isClick: boolean }>(undefined)
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = stage.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 }
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
  }
  const start = (corner?: Corner) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: pointOf(event), crop: crop ?? whole, corner, isClick: corner === undefined }
  }
  const follow = (event: PointerEvent) => {
    const held = drag.current
    if (!held) return
    const now = pointOf(event)
    const by = { x: now.x - held.from.x, y: now.y - held.from.y }
    if (Math.hypot(by.x, by.y) > clickShare) held.isClick = false
    if (held.isClick || !crop) return
    onCrop(held.corner ? resized(held.crop, held.corner, by, ratio) : moved(held.crop, by))
  }
  const end = (event: PointerEvent) => {
    if (drag.current?.isClick) onFocus(pointAt(pointOf(event)))
    drag.current = undefined
  }
  const keys = (move: (by: Point, isResizing: boolean) => void) => (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    move(by, event.shiftKey)
  }
  const cropKeys = keys((by, isResizing) => {
    if (crop) onCrop(isResizing ? resized(crop, { x: 1, y: 1 }, by, ratio) : moved(crop, by))
  })
  const shown = crop ?? whole
  return (
    <div className="framing-stage" ref={stage} onPointerDown={start()} onPointerMove={follow} onPointerUp={end}>
      <img src={src} alt="" draggable={false} />
      {crop && (
        // biome-ignore lint/a11y/useSemanticElements: a button may not contain the handles
        <div
          className="framing-crop"
          role="button"
          tabIndex={0}
          aria-label={t.crop}
          style={{ left: at(shown.x), top: at(shown.y), width: at(shown.width), height: at(shown.height) }}
          onKeyDown={cropKeys}
        >
          {corners.map((corner) => (
            <span
              key={`${corner.x}${corner.y}`}
              className="framing-corner"
              data-corner={`${corner.x}${corner.y}`}
              style={{ left: at(corner.x), top: at(corner.y) }}
              onPointerDown={start(corner)}
            />
          ))}
        </div>
      )}
      <button
        type="button"
        className="framing-focus"
        aria-label={t.focus}
        style={{ left: at(focus.x), top: at(focus.y) }}
        onKeyDown={keys((by) => onFocus(pointAt({ x: focus.x + by.x, y: focus.y + by.y })))}
      />
    </div>
  )
}

const at = (share: number) => `${share * 100}%`
/** A shorter way is a click. */
const clickShare = 0.01
const corners: Corner[] = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
]
const steps: Record<string, Point> = {
  ArrowLeft: { x: -0.02, y: 0 },
  ArrowRight: { x: 0.02, y: 0 },
  ArrowUp: { x: 0, y: -0.02 },
  ArrowDown: { x: 0, y: 0.02 },
}
