import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Entry } from './entries.ts'
import { columnWidth, fewColumns } from './grid-options.ts'
import type { GridProps } from './grid-props.ts'
import { entriesIn, type GridWindow, isSameWindow, positionOf, windowOf } from './grid-window.ts'

/** Draws only the part of a day that is visible: which entries those are, and how to bring another one into view. */
export function useGridWindow(
  box: RefObject<HTMLElement | null>,
  now: RefObject<GridProps>,
  onMoved: RefObject<() => void>,
) {
  const shown = useRef<GridWindow>(undefined)
  const shownWindow = useMemo(() => {
    const main = () => box.current?.querySelector<HTMLElement>('.ec-main') ?? undefined
    const sidebarOf = (element: HTMLElement) => element.querySelector<HTMLElement>('.ec-sidebar')?.offsetWidth ?? 0
    const widthOf = (element: HTMLElement) => {
      const count = Math.max(now.current.columns.length, 1)
      return Math.max((element.scrollWidth - sidebarOf(element)) / count, 1)
    }
    const measured = (): GridWindow | undefined => {
      const element = main()
      if (!element) return undefined
      return windowOf({
        left: element.scrollLeft,
        top: element.scrollTop,
        width: element.clientWidth,
        height: element.clientHeight,
        columnWidth: widthOf(element),
        slotHeight: now.current.slotHeight,
      })
    }
    return {
      /** Whether scrolling has reached entries that are not drawn. */
      hasMoved(): boolean {
        const fresh = measured()
        if (!fresh || (shown.current && isSameWindow(shown.current, fresh))) return false
        shown.current = fresh
        return true
      },
      /** A day opens at its first session, before the grid has been laid out or scrolled. */
      openAt(time: string): void {
        const { dayStart, columns, slotHeight } = now.current
        const [hour = 0, minute = 0] = time.split(':').map(Number)
        const [startHour = 0] = dayStart.split(':').map(Number)
        const few = (box.current?.clientWidth ?? 0) / Math.max(columns.length, 1)
        shown.current = windowOf({
          left: main()?.scrollLeft ?? 0,
          top: Math.max(hour + minute / 60 - startHour, 0) * 2 * slotHeight,
          width: box.current?.clientWidth ?? 0,
          height: box.current?.clientHeight ?? 0,
          columnWidth: columns.length > fewColumns ? columnWidth : Math.max(few, 1),
          slotHeight,
        })
      },
      entries(kept: ReadonlySet<string | undefined>): Entry[] {
        return shown.current ? entriesIn(now.current, shown.current, kept) : []
      },
      /** Scrolls so that an entry of the day is visible. */
      reveal(entry: Entry): void {
        const element = main()
        if (!element) return
        const { column, hours } = positionOf(now.current, entry)
        const [top, left] = [hours * 2 * now.current.slotHeight, column * widthOf(element)]
        const [height, width] = [element.clientHeight, element.clientWidth - sidebarOf(element)]
        const isBeside = left < element.scrollLeft || left + widthOf(element) > element.scrollLeft + width
        const isBeyond = top < element.scrollTop || top + 3 * now.current.slotHeight > element.scrollTop + height
        if (isBeyond) element.scrollTop = top - height / 3
        if (isBeside) element.scrollLeft = left - width / 3
      },
    }
  }, [box, now])

  useEffect(() => {
    const target = box.current
    if (!target) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (shownWindow.hasMoved()) onMoved.current()
      })
    }
    // Scroll events do not bubble.
    target.addEventListener('scroll', look, { capture: true, passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(target)
    return () => {
      target.removeEventListener('scroll', look, { capture: true })
      resized.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [box, shownWindow, onMoved])
  return shownWindow
}
