import { useCallback, useEffect, useMemo, useState } from 'react'
import type { DraftEditing } from '../../../data/draft.ts'
import { type Flow, flowOf } from '../graph/flow.ts'
import { noted, nothingDone, redone, type Undo, undone } from '../graph/undo.ts'

type Values = Record<string, unknown>

export interface FlowEditing {
  draft: DraftEditing<'workflow'>
  flow: Flow
  /** Changes the steps. Consecutive edits with the same tag are undone together. */
  change(edit: (flow: Flow) => Flow, tag?: string): void
  /** Changes other fields of the workflow. */
  set(values: Values, tag?: string): void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** The steps of a workflow being edited: every change goes through the draft, and can be undone. */
export function useFlow(draft: DraftEditing<'workflow'>): FlowEditing {
  const { values, setMany, takenOver } = draft
  const flow = useMemo(() => flowOf(values), [values])
  const [done, setDone] = useState<Undo<Values>>(nothingDone)

  // Undo must not revert the changes of others.
  useEffect(() => {
    if (takenOver.length > 0) setDone(nothingDone)
  }, [takenOver])

  const set = useCallback(
    (next: Values, tag?: string) => {
      setDone((known) => noted(known, edited(values), tag, Date.now()))
      setMany(next)
    },
    [values, setMany],
  )
  const change = useCallback(
    (edit: (known: Flow) => Flow, tag?: string) => {
      const { entryNodeId, nodes } = edit(flowOf(values))
      set({ entryNodeId, nodes }, tag)
    },
    [values, set],
  )
  const go = (step: typeof undone) => {
    const found = step(done, edited(values))
    if (!found) return undefined
    return () => {
      setDone(found.undo)
      setMany(found.state)
    }
  }
  return { draft, flow, change, set, undo: go(undone), redo: go(redone) }
}

const fields = ['name', 'description', 'trigger', 'timeLimitSeconds', 'entryNodeId', 'nodes']

const edited = (values: Values): Values => Object.fromEntries(fields.map((name) => [name, values[name] ?? null]))
