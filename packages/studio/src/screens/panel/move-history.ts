import { useSyncExternalStore } from 'react'
import { isSame } from '../../data/merge.ts'

type Patch = Record<string, unknown>

/** A saved change of a record: the values that it replaced, and those that it set. */
export interface Step {
  recordId: string
  before: Patch
  after: Patch
  /** Records that were changed in the same batch, and are undone with it. */
  others?: readonly Step[]
}

/** The moves of a person that can be undone, the latest last, and those that were undone. */
export interface MoveHistory {
  done: readonly Step[]
  undone: readonly Step[]
}

/** Older moves are dropped, so that the history stays small. */
export const mostSteps = 50

export const emptyHistory: MoveHistory = { done: [], undone: [] }

/** A new move. The ones that were undone can no longer be redone. */
export const withStep = ({ done }: MoveHistory, step: Step): MoveHistory => ({
  done: [...done, step].slice(-mostSteps),
  undone: [],
})

/** The latest move is now undone. */
export const withUndone = ({ done, undone }: MoveHistory, step: Step): MoveHistory => ({
  done: done.filter((one) => one !== step),
  undone: [...undone, step],
})

/** The move that was undone last is done again. */
export const withRedone = ({ done, undone }: MoveHistory, step: Step): MoveHistory => ({
  done: [...done, step],
  undone: undone.filter((one) => one !== step),
})

/** Without a move that somebody else has overtaken. */
export const withoutStep = ({ done, undone }: MoveHistory, step: Step): MoveHistory => ({
  done: done.filter((one) => one !== step),
  undone: undone.filter((one) => one !== step),
})

/** Whether the values of a step are still those of the record. */
export function isUntouched(record: Patch, values: Patch): boolean {
  return Object.entries(values).every(([name, value]) => isSame(record[name], value))
}

/** One history per key, as long as the page is open: it outlives the screen. */
const histories = new Map<string, MoveHistory>()
const listeners = new Set<() => void>()

export const readHistory = (key: string): MoveHistory => histories.get(key) ?? emptyHistory

export function changeHistory(key: string, change: (known: MoveHistory) => MoveHistory): void {
  histories.set(key, change(readHistory(key)))
  for (const listener of listeners) listener()
}

export function useHistory(key: string): MoveHistory {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => readHistory(key),
  )
}
