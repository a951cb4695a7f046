import { useEffect, useMemo, useState } from 'react'
import type { KindName } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { type DraftPlace, forgetDraft, listDrafts, onDrafts, readDraft } from './draft-store.ts'
import type { Values } from './merge.ts'
import { usePerson } from './session.ts'

/** A record that was started here and not created yet. */
export interface NewDraft {
  /** Distinguishes the new records of a kind; empty for the first. */
  name: string
  values: Values
  at: string
}

/** The key of a new record among the drafts of its kind. */
export const newDraftId = (name: string) => (name === '' ? 'new' : `new ${name}`)

/** Reads the new records of a kind that this person has not saved, the newest first; and discards one. */
export function useNewDrafts(kind: KindName): { read: () => NewDraft[]; discard: (name: string) => void } {
  const { id: broadcastId } = useBroadcast()
  const { id: personId } = usePerson()
  return useMemo(
    () => ({
      read: () =>
        listDrafts(personId, broadcastId)
          .flatMap((place) => (place.kind === kind ? newDraftAt(place) : []))
          .sort((one, other) => (one.at < other.at ? 1 : -1)),
      discard: (name) => forgetDraft({ personId, broadcastId, kind, recordId: newDraftId(name) }),
    }),
    [personId, broadcastId, kind],
  )
}

/** The same list, kept up to date while it is shown. */
export function useShownNewDrafts(kind: KindName): NewDraft[] {
  const { read } = useNewDrafts(kind)
  const [shown, setShown] = useState(read)
  useEffect(() => {
    const update = () => setShown(read())
    // A form that was just closed writes its last edits after the first read and before this.
    update()
    return onDrafts(update)
  }, [read])
  return shown
}

function newDraftAt(place: DraftPlace): NewDraft[] {
  const isNew = place.recordId === 'new' || place.recordId.startsWith('new ')
  const draft = isNew ? readDraft(place) : undefined
  if (!draft) return []
  return [{ name: place.recordId.slice('new '.length), values: { ...draft.base, ...draft.edits }, at: draft.at }]
}
