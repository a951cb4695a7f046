import { kindNamed } from '@marquee/model'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { KindName, RecordFor } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { composedParts } from './composed.ts'
import { isShownPart, partsAgainst, rebased, unedited, withEdits } from './draft-edits.ts'
import { type Conflict, useDraftSaving } from './draft-saving.ts'
import { type DraftPlace, readDraft } from './draft-store.ts'
import type { ChangedPart, Values } from './merge.ts'
import type { ErrorsByPointer } from './pointers.ts'
import { useRecord } from './records.ts'
import { usePerson } from './session.ts'
import { useStoredDraft } from './stored-draft.ts'

export interface DraftEditing<K extends KindName = KindName> {
  kind: K
  recordId: string | undefined
  /** The stored record; undefined while it loads, or when it is new. */
  record: RecordFor<K> | undefined
  /** The record with unsaved edits. */
  values: Values
  isLoading: boolean
  loadError: Error | null
  isDirty: boolean
  dirtyFields: string[]
  /** Whether edits of an earlier visit were found. */
  isRestored: boolean
  set(field: string, value: unknown): void
  setMany(values: Values): void
  errors: ErrorsByPointer
  /** Errors of a save that concern no field. */
  saveError: Error | undefined
  isSaving: boolean
  /** Resolves to the stored record, or to undefined when it could not be saved. */
  save(more?: Values): Promise<RecordFor<K> | undefined>
  discard(): void
  /** Set while a merge is needed; `settle` continues with the parts of mine that are kept. */
  conflict: Conflict<K> | undefined
  settle(takesMine: (part: ChangedPart) => boolean): void
  closeConflict(): void
  /** The parts that others changed meanwhile and that were merged automatically. */
  takenOver: ChangedPart[]
}

/**
 * A record and the unsaved edits of it. Edits are stored in this browser until they are saved, so they survive a reload.
 * A save sends only the changed fields, with `If-Match`; when others changed the record, `conflict` has their changes.
 */
export function useDraft<K extends KindName>(
  kind: K,
  recordId: string | undefined,
  options: { initial?: Values; newName?: string } = {},
): DraftEditing<K> {
  const loaded = useRecord(kind, recordId)
  const stored = loaded.data
  const place = useDraftPlace(kind, recordId ?? options.newName ?? 'new')
  const [draft, setDraft] = useStoredDraft(place)
  const [restoredPlace] = useState(() => (readDraft(place) ? place : undefined))
  const [takenOver, setTakenOver] = useState<ChangedPart[]>([])
  const initial = options.initial ?? noValues
  const base: Values = draft?.base ?? stored?.record ?? initial
  const values = useMemo(() => ({ ...base, ...draft?.edits }), [base, draft])
  const descend = useMemo(() => composedParts(kindNamed(kind)), [kind])
  const saving = useDraftSaving({ kind, recordId, initial, stored, draft, setDraft, descend })
  const { errors, saveError, isSaving, conflict, settle, closeConflict, forgetErrors, forgetAll } = saving

  // Another person saved: changes that do not touch the edits are merged at once, the rest waits for the merge dialog.
  useEffect(() => {
    if (!draft || !stored || isSaving || draft.etag === stored.etag || recordId === undefined) return
    const parts = partsAgainst(draft, stored.record, descend)
    if (parts.some(({ changedBy }) => changedBy === 'both')) return
    setDraft(rebased(stored, parts))
    setTakenOver(parts.filter((part) => part.changedBy === 'them' && isShownPart(part)))
  }, [draft, stored, isSaving, recordId, descend, setDraft])

  const setMany = useCallback(
    (more: Values) => {
      forgetErrors(Object.keys(more))
      setDraft((known) => {
        const next = withEdits(known ?? unedited(stored, initial), more)
        return Object.keys(next.edits).length === 0 && recordId !== undefined ? undefined : next
      })
    },
    [forgetErrors, setDraft, stored, initial, recordId],
  )
  const set = useCallback((field: string, value: unknown) => setMany({ [field]: value }), [setMany])
  const discard = useCallback(() => {
    setDraft(undefined)
    forgetAll()
  }, [setDraft, forgetAll])
  const dirtyFields = Object.keys(draft?.edits ?? {})

  return {
    kind,
    recordId,
    record: stored?.record,
    values,
    isLoading: recordId !== undefined && loaded.isPending,
    loadError: loaded.error,
    isDirty: dirtyFields.length > 0,
    dirtyFields,
    isRestored: restoredPlace === place && draft !== undefined,
    set,
    setMany,
    errors,
    saveError,
    isSaving,
    save: (more) => saving.save(more, () => setTakenOver([])),
    discard,
    conflict,
    settle,
    closeConflict,
    takenOver,
  }
}

const noValues: Values = {}

/** The key under which the edits of a record are stored in this browser. */
function useDraftPlace(kind: KindName, recordId: string): DraftPlace {
  const { id: broadcastId } = useBroadcast()
  const { id: personId } = usePerson()
  return useMemo(() => ({ personId, broadcastId, kind, recordId }), [personId, broadcastId, kind, recordId])
}
