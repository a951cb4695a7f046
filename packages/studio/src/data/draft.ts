import { kindNamed } from '@marquee/model'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type KindName, Problem, type RecordFor, type Stored } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { composedParts, mergedFields } from './composed.ts'
import { type Draft, type DraftPlace, forgetDraft, readDraft, writeDraft } from './draft-store.ts'
import { type ChangedPart, changedParts, editsBetween, isSame, mergeParts, patchOf, type Values } from './merge.ts'
import { type ErrorsByPointer, errorsByPointer, withoutErrorsOf } from './pointers.ts'
import { keep, recordKey, useRecord } from './records.ts'
import { usePerson } from './session.ts'

/** What somebody else did meanwhile, to be settled before one can save. */
export interface Conflict<K extends KindName = KindName> {
  theirs: Stored<RecordFor<K>>
  parts: ChangedPart[]
}

export interface DraftEditing<K extends KindName = KindName> {
  kind: K
  recordId: string | undefined
  /** The record as the service has it; undefined while it loads, or when it is new. */
  record: RecordFor<K> | undefined
  /** The record with one's own edits. */
  values: Values
  isLoading: boolean
  loadError: Error | null
  isDirty: boolean
  dirtyFields: string[]
  /** Edits were found that an earlier visit left. */
  isRestored: boolean
  set(field: string, value: unknown): void
  setMany(values: Values): void
  errors: ErrorsByPointer
  /** What went wrong when saving, besides what concerns a field. */
  saveError: Error | undefined
  isSaving: boolean
  /** Resolves to the stored record, or to undefined when it could not be saved. */
  save(more?: Values): Promise<RecordFor<K> | undefined>
  discard(): void
  /** Set while a merge is called for; `settle` takes it on with the parts of mine that are kept. */
  conflict: Conflict<K> | undefined
  settle(takesMine: (part: ChangedPart) => boolean): void
  closeConflict(): void
  /** The parts that others changed under one's hands and that were taken over. */
  takenOver: ChangedPart[]
}

/**
 * A record and one's own edits of it. Edits are kept in this browser until they are saved, so they survive a reload.
 * A save sends only what changed, and only if nobody else changed the record since; else `conflict` tells what they did.
 */
export function useDraft<K extends KindName>(
  kind: K,
  recordId: string | undefined,
  options: { initial?: Values; newName?: string } = {},
): DraftEditing<K> {
  const { api, id: broadcastId } = useBroadcast()
  const person = usePerson()
  const client = useQueryClient()
  const loaded = useRecord(kind, recordId)
  const place = useMemo<DraftPlace>(
    () => ({ personId: person.id, broadcastId, kind, recordId: recordId ?? options.newName ?? 'new' }),
    [person.id, broadcastId, kind, recordId, options.newName],
  )
  const [draft, setDraft] = useStoredDraft(place)
  const [restoredPlace] = useState(() => (readDraft(place) ? place : undefined))
  const [errors, setErrors] = useState<ErrorsByPointer>(noErrors)
  const [saveError, setSaveError] = useState<Error>()
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict<K>>()
  const [takenOver, setTakenOver] = useState<ChangedPart[]>([])

  const stored = loaded.data
  const initial = options.initial ?? noValues
  const base: Values = draft?.base ?? stored?.record ?? initial
  const values = useMemo(() => ({ ...base, ...draft?.edits }), [base, draft])
  const descend = useMemo(() => composedParts(kindNamed(kind)), [kind])

  // Somebody else saved: what does not touch one's own edits is taken over at once, the rest waits for the merge.
  useEffect(() => {
    if (!draft || !stored || isSaving || draft.etag === stored.etag || recordId === undefined) return
    const parts = changedParts(draft.base, { ...draft.base, ...draft.edits }, stored.record, descend)
    if (parts.some(({ changedBy }) => changedBy === 'both')) return
    setDraft(rebased(stored, parts))
    setTakenOver(parts.filter(({ changedBy, path }) => changedBy === 'them' && !path[0]?.startsWith('_')))
  }, [draft, stored, isSaving, recordId, descend, setDraft])

  const setMany = useCallback(
    (more: Values) => {
      setErrors((known) => Object.keys(more).reduce(withoutErrorsOf, known))
      setDraft((known) => {
        const from: Draft = known ?? { base: stored?.record ?? initial, etag: stored?.etag, edits: {}, at: '' }
        const edits = Object.entries({ ...from.edits, ...more }).filter(
          ([name, value]) => !isSame(from.base[name], value),
        )
        if (edits.length === 0 && recordId !== undefined) return undefined
        return { ...from, edits: Object.fromEntries(edits), at: new Date().toISOString() }
      })
    },
    [setDraft, stored, initial, recordId],
  )
  const set = useCallback((field: string, value: unknown) => setMany({ [field]: value }), [setMany])

  const discard = useCallback(() => {
    setDraft(undefined)
    setErrors(noErrors)
    setSaveError(undefined)
    setConflict(undefined)
  }, [setDraft])

  const openConflict = async (from: Draft) => {
    const theirs = await api.kind(kind).get(recordId ?? '')
    client.setQueryData(recordKey(broadcastId, kind, recordId ?? ''), theirs)
    const parts = changedParts(from.base, { ...from.base, ...from.edits }, theirs.record, descend)
    // The answer to one's own save may have been lost on its way: then all of it is there already.
    if (parts.every(({ changedBy }) => changedBy === 'them')) {
      setDraft(undefined)
      return theirs.record
    }
    setConflict({ theirs, parts: parts.filter(({ path }) => !path[0]?.startsWith('_')) })
    return undefined
  }

  const save = async (more: Values = {}): Promise<RecordFor<K> | undefined> => {
    const known: Draft = draft ?? { base, etag: stored?.etag, edits: {}, at: '' }
    const from: Draft = { ...known, edits: { ...known.edits, ...more } }
    if (recordId !== undefined && Object.keys(from.edits).length === 0) return stored?.record
    setSaving(true)
    setErrors(noErrors)
    setSaveError(undefined)
    try {
      const saved =
        recordId === undefined
          ? await api.kind(kind).create(withoutEmpty({ ...initial, ...from.edits }))
          : await api.kind(kind).update(recordId, patchOf(from.base, from.edits, mergedFields), {
              ...(from.etag !== undefined && { ifMatch: from.etag }),
            })
      keep(client, broadcastId, kind, saved)
      setDraft(undefined)
      setTakenOver([])
      return saved.record
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof Problem && error.status === 412) {
        setDraft(from)
        return openConflict(from).catch((failure) => {
          setSaveError(failure)
          return undefined
        })
      }
      if (error instanceof Problem) setErrors(errorsByPointer(error.errors))
      setSaveError(error)
      return undefined
    } finally {
      setSaving(false)
    }
  }

  return {
    kind,
    recordId,
    record: stored?.record,
    values,
    isLoading: recordId !== undefined && loaded.isPending,
    loadError: loaded.error,
    isDirty: draft !== undefined && Object.keys(draft.edits).length > 0,
    dirtyFields: Object.keys(draft?.edits ?? {}),
    isRestored: restoredPlace === place && draft !== undefined,
    set,
    setMany,
    errors,
    saveError,
    isSaving,
    save,
    discard,
    conflict,
    settle(takesMine) {
      if (!conflict) return
      setDraft(rebased(conflict.theirs, conflict.parts, takesMine))
      setConflict(undefined)
    },
    closeConflict: () => setConflict(undefined),
    takenOver,
  }
}

const noErrors: ErrorsByPointer = new Map()
const noValues: Values = {}

/** My edits on top of what the service has now. */
function rebased(
  theirs: Stored<Values>,
  parts: ChangedPart[],
  takesMine = (_part: ChangedPart) => true,
): Draft | undefined {
  const edits = editsBetween(theirs.record, mergeParts(theirs.record, parts, takesMine))
  if (Object.keys(edits).length === 0) return undefined
  return { base: theirs.record, etag: theirs.etag, edits, at: new Date().toISOString() }
}

/** A new record is sent with what was filled in. */
const withoutEmpty = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

/** The draft of a place, kept in the browser a moment after it changed, and at once when the page is left. */
function useStoredDraft(place: DraftPlace) {
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

  const setDraft = useCallback(
    (next: Draft | undefined | ((known: Draft | undefined) => Draft | undefined)) =>
      setState((known) => ({ place: known.place, draft: typeof next === 'function' ? next(known.draft) : next })),
    [],
  )
  return [current, setDraft] as const
}

function store(place: DraftPlace, draft: Draft | undefined): void {
  if (draft && Object.keys(draft.edits).length > 0) writeDraft(place, draft)
  else if (readDraft(place)) forgetDraft(place)
}
