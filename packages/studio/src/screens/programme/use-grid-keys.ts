import { type RefObject, useEffect, useRef } from 'react'
import type { Entry } from './entries.ts'
import { isFocusLost, sessionAt } from './grid-dom.ts'
import type { GridProps } from './grid-props.ts'
import { inTabOrder } from './grid-window.ts'
import { duplicateKey, keyMove, unscheduleKey } from './keys.ts'

/** The keys on a focused session: they move it, take it off the schedule, open it, or go on to the next one. */
export function useGridKeys(
  now: RefObject<GridProps>,
  focusedId: RefObject<string | undefined>,
  onTab: (next: Entry) => void,
): void {
  const tabTo = useRef(onTab)
  tabTo.current = onTab
  useEffect(() => {
    /** The next session may not be drawn yet. */
    const tab = (event: KeyboardEvent, id: string) => {
      const order = inTabOrder(now.current.columns, now.current.entries)
      const at = order.findIndex((entry) => entry.id === id)
      const next = at < 0 ? undefined : order[at + (event.shiftKey ? -1 : 1)]
      if (!next) return
      event.preventDefault()
      focusedId.current = next.id
      tabTo.current(next)
    }
    const press = (event: KeyboardEvent) => {
      const isLost = isFocusLost()
      if (!isLost) focusedId.current = event.target ? sessionAt(event.target) : undefined
      const id = focusedId.current
      if (id === undefined) return
      if (isLost && event.key === 'Enter') now.current.onOpen(id)
      if (event.key === 'Tab') return tab(event, id)
      const hasCommand = event.ctrlKey || event.metaKey
      if (event.key === 'Escape') return now.current.onChoose('none')
      if (hasCommand && event.key === 'a' && now.current.canWrite) {
        event.preventDefault()
        return now.current.onChoose('all')
      }
      if (!now.current.canWrite || hasCommand) return
      if (event.key === duplicateKey && !event.altKey) {
        event.preventDefault()
        return now.current.onDuplicate(id)
      }
      const move = keyMove(event, now.current.snap)
      if (!move && event.key !== unscheduleKey) return
      event.preventDefault()
      if (move) now.current.onKeyMove(id, move)
      else now.current.onChange(id, { type: 'unschedule' })
    }
    const release = () => {
      focusedId.current = undefined
    }
    document.addEventListener('keydown', press)
    document.addEventListener('pointerdown', release)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('pointerdown', release)
    }
  }, [now, focusedId])
}
