import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, type DraftPlace, forgetDraft, readDraft, writeDraft } from './draft-store.ts'

export type SetDraft = (next: Draft | undefined | ((known: Draft | undefined) => Draft | undefined)) => void

/** A draft that is stored in the browser shortly after it changes, and at once when the page is left. */
export function useStoredDraft(place: DraftPlace): [Draft | undefined, SetDraft] {
  const [state, setState] = useState(() => ({ place, draft: readDraft(place) }))
  const current = state.place === place ? state.draft : readDraft(place)
  if (state.place !== place) setState({ place, draft: current })
  const latest = useRef({ place, draft: current })
  latest.current = { place, draft: current }

  useEffect(() => {
    const timer = setTimeout(() => store(place, current), 250)
    return () => clearTimeout(timer)
  }, [place, current])

  useEffect(() => {
    const flush = () => store(latest.current.place, latest.current.draft)
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const setDraft = useCallback<SetDraft>(
    (next) =>
      setState((known) => ({ place: known.place, draft: typeof next === 'function' ? next(known.draft) : next })),
    [],
  )
  return [current, setDraft]
}

function store(place: DraftPlace, draft: Draft | undefined): void {
  if (draft && Object.keys(draft.edits).length > 0) writeDraft(place, draft)
  else if (readDraft(place)) forgetDraft(place)
}
