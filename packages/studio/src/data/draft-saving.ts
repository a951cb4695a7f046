import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { isNamelessInPublic } from '../kinds/nameless.ts'
import { useCommon } from '../texts/language.tsx'
import { type KindName, Problem, type RecordFor, type Stored } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { mergedFields } from './composed.ts'
import { isShownPart, partsAgainst, rebased, unedited, withoutEmpty } from './draft-edits.ts'
import type { Draft } from './draft-store.ts'
import { type ChangedPart, type Descend, patchOf, type Values } from './merge.ts'
import { type ErrorsByPointer, errorsByPointer, withoutErrorsOf } from './pointers.ts'
import { keep, recordKey } from './records.ts'
import type { SetDraft } from './stored-draft.ts'

/** Concurrent changes by others, to be merged before the draft can be saved. */
export interface Conflict<K extends KindName = KindName> {
  theirs: Stored<RecordFor<K>>
  parts: ChangedPart[]
}

interface Saved<K extends KindName> {
  kind: K
  recordId: string | undefined
  initial: Values
  stored: Stored<RecordFor<K>> | undefined
  draft: Draft | undefined
  setDraft: SetDraft
  descend: Descend
}

/** Saves a draft: creates the record or sends the changed fields, and starts a merge after a 412. */
export function useDraftSaving<K extends KindName>(saved: Saved<K>) {
  const { kind, recordId, initial, stored, draft, setDraft, descend } = saved
  const { api, id: broadcastId } = useBroadcast()
  const client = useQueryClient()
  const common = useCommon()
  const [errors, setErrors] = useState<ErrorsByPointer>(noErrors)
  const [saveError, setSaveError] = useState<Error>()
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict<K>>()

  const openConflict = async (from: Draft) => {
    const theirs = await api.kind(kind).get(recordId ?? '')
    client.setQueryData(recordKey(broadcastId, kind, recordId ?? ''), theirs)
    const parts = partsAgainst(from, theirs.record, descend)
    // The response to an earlier save may have been lost: then everything is stored already.
    if (parts.every(({ changedBy }) => changedBy === 'them')) {
      setDraft(undefined)
      return theirs.record
    }
    setConflict({ theirs, parts: parts.filter(isShownPart) })
    return undefined
  }

  const send = async (from: Draft): Promise<RecordFor<K>> => {
    const records = api.kind(kind)
    const answer =
      recordId === undefined
        ? await records.create(withoutEmpty({ ...from.base, ...from.edits }))
        : await records.update(recordId, patchOf(from.base, from.edits, mergedFields), {
            ...(from.etag !== undefined && { ifMatch: from.etag }),
          })
    keep(client, broadcastId, kind, answer)
    setDraft(undefined)
    return answer.record
  }

  const fail = (error: unknown, from: Draft): Promise<RecordFor<K> | undefined> | undefined => {
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
  }

  /** `onSaved` is called before the saved record is shown. */
  const save = async (more: Values = {}, onSaved = () => {}): Promise<RecordFor<K> | undefined> => {
    const known = draft ?? unedited(stored, initial)
    const from: Draft = { ...known, edits: { ...known.edits, ...more } }
    if (recordId !== undefined && Object.keys(from.edits).length === 0) return stored?.record
    setErrors(noErrors)
    setSaveError(undefined)
    const touched = recordId === undefined || ['status', 'title', 'localeDetails'].some((name) => name in from.edits)
    if (touched && isNamelessInPublic(kind, { ...from.base, ...from.edits })) {
      setErrors(new Map([['/title', common.needsName]]))
      setSaveError(new Error(common.needsName))
      return undefined
    }
    setSaving(true)
    try {
      const record = await send(from)
      onSaved()
      return record
    } catch (error) {
      return fail(error, from)
    } finally {
      setSaving(false)
    }
  }

  return {
    errors,
    saveError,
    isSaving,
    save,
    conflict,
    settle(takesMine: (part: ChangedPart) => boolean) {
      if (!conflict) return
      setDraft(rebased(conflict.theirs, conflict.parts, takesMine))
      setConflict(undefined)
    },
    closeConflict: () => setConflict(undefined),
    /** Editing a field clears its errors. */
    forgetErrors: useCallback((fields: string[]) => setErrors((known) => fields.reduce(withoutErrorsOf, known)), []),
    forgetAll: useCallback(() => {
      setErrors(noErrors)
      setSaveError(undefined)
      setConflict(undefined)
    }, []),
  }
}

const noErrors: ErrorsByPointer = new Map()
