/** The undo and redo stacks, the newest last. */
export interface Undo<T> {
  past: readonly T[]
  future: readonly T[]
  /** The tag of the last edit, so that consecutive key strokes are one edit. */
  tag: string | undefined
  atMs: number
}

export const nothingDone: Undo<never> = { past: [], future: [], tag: undefined, atMs: 0 }

/** Pushes the state before an edit. Edits with the same tag within a second and a half count as one. */
export function noted<T>(undo: Undo<T>, before: T, tag: string | undefined, nowMs: number): Undo<T> {
  const isSameEdit = tag !== undefined && undo.tag === tag && nowMs - undo.atMs < togetherMs
  const past = isSameEdit ? undo.past : [...undo.past, before].slice(-maxSteps)
  return { past, future: [], tag, atMs: nowMs }
}

/** The state before the last edit, and the remaining history; undefined without one. */
export function undone<T>(undo: Undo<T>, now: T): { undo: Undo<T>; state: T } | undefined {
  const state = undo.past.at(-1)
  if (state === undefined) return undefined
  return { state, undo: { ...fresh, past: undo.past.slice(0, -1), future: [now, ...undo.future] } }
}

export function redone<T>(undo: Undo<T>, now: T): { undo: Undo<T>; state: T } | undefined {
  const [state, ...future] = undo.future
  if (state === undefined) return undefined
  return { state, undo: { ...fresh, past: [...undo.past, now], future } }
}

const fresh = { tag: undefined, atMs: 0 }
const togetherMs = 1_500
const maxSteps = 100
