import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Column } from './columns.ts'
import type { Entry } from './entries.ts'
import { inTabOrder } from './grid-window.ts'

export type Choosing = 'toggle' | 'extend' | 'all' | 'none'

/** The sessions of the day that are selected, in the order of the grid. */
export interface Selection {
  ids: readonly string[]
  choose: (how: Choosing, id?: string) => void
}

/** A click with Ctrl toggles a session, one with Shift selects everything from the last one on. Another day has another selection. */
export function useSelection(day: string, columns: readonly Column[], entries: readonly Entry[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(none)
  const anchor = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new day clears it
  useEffect(() => setChosen(none), [day])
  const order = useMemo(() => inTabOrder(columns, entries), [columns, entries])
  const choose = useCallback<Selection['choose']>(
    (how, id = '') => {
      if (how === 'all') return setChosen(new Set(order.map((entry) => entry.id)))
      if (how === 'none') return setChosen(none)
      const range = how === 'extend' ? rangeOf(order, anchor.current, id) : []
      anchor.current = id
      setChosen((known) => (how === 'extend' ? new Set([...known, ...range]) : toggled(known, id)))
    },
    [order],
  )
  const ids = useMemo(() => order.flatMap(({ id }) => (chosen.has(id) ? [id] : [])), [order, chosen])
  return useMemo(() => ({ ids, choose }), [ids, choose])
}

const none: ReadonlySet<string> = new Set()

/** Everything between two sessions, in either direction: of their stage, or of all when they are on two; only the second without a first. */
export function rangeOf(order: readonly Entry[], from: string | undefined, to: string): string[] {
  const [first, last] = [order.findIndex(({ id }) => id === from), order.findIndex(({ id }) => id === to)]
  if (first < 0) return [to]
  const columnIds = [order[first]?.columnId, order[last]?.columnId]
  const between = order.slice(Math.min(first, last), Math.max(first, last) + 1)
  const isOneStage = columnIds[0] === columnIds[1]
  return between.filter(({ columnId }) => !isOneStage || columnId === columnIds[0]).map(({ id }) => id)
}

export function toggled(known: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(known)
  if (!next.delete(id)) next.add(id)
  return next
}
