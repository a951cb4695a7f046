import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type KindName, Problem, type RecordFor, type Stored } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDraft } from '../../data/draft.ts'
import { writeDraft } from '../../data/draft-store.ts'
import { listsKey, recordKey, showInLists, useQuickSave } from '../../data/records.ts'
import { usePerson } from '../../data/session.ts'
import { MergeDialog } from '../../fields/merge-dialog.tsx'
import { useCommon } from '../../texts/language.tsx'
import { notifyUndoable } from '../../ui/undo-notice.tsx'
import { changeHistory, isUntouched, withStep } from './move-history.ts'
import { useBatch } from './use-batch.ts'
import { type Direction, noticeId, type StepWords, useSteps } from './use-steps.ts'

type Patch = Record<string, unknown>

export interface QuickMove<K extends KindName> {
  /**
   * Shows a change optimistically and saves it with `If-Match`; it can then be undone for a while. `waitMs` debounces
   * several steps, as of a key that is kept pressed, into one save.
   */
  move(record: RecordFor<K>, patch: Patch, message: string, waitMs?: number): void
  /** Changes several records in one batch, by their stored values; it is undone as one. */
  moveMany(ids: readonly string[], patchOf: (record: RecordFor<K>) => Patch, message: (count: number) => string): void
  /** The record with changes that are shown but not saved yet. */
  shown(record: RecordFor<K>): RecordFor<K>
  /** Prefetches the ETag for a later save. */
  prepare(recordId: string): void
  /** Undoes or redoes the latest move of this person, unless somebody else has moved the record since. */
  step(direction: Direction): void
  /** The key of the history of moves. */
  historyKey: string
  /** The merge dialog, when another person saved first; render it. */
  conflict: ReactNode
}

/** Moves records in lists: sessions on the grid, places on the map. */
export function useQuickMove<K extends KindName>(kind: K, words: StepWords<K>): QuickMove<K> {
  const { api, id: broadcastId } = useBroadcast()
  const client = useQueryClient()
  const person = usePerson()
  const common = useCommon()
  const { mutateAsync } = useQuickSave(kind)
  const [conflictId, setConflictId] = useState<string>()
  const historyKey = [person.id, broadcastId, kind].join(' ')
  const moves = useRef(new Map<string, Waiting<K>>())
  /** Pending changes. A list that is refetched meanwhile is outdated, and the next step must not start from it. */
  const pending = useRef(new Map<string, Patch>())
  const queue = useRef<Promise<void>>(Promise.resolve())
  const own = useRef(new Set<string | undefined>())
  const stepNow = useRef<QuickMove<K>['step']>(() => {})

  const readNow = useCallback(
    (recordId: string) =>
      client.fetchQuery({
        queryKey: recordKey(broadcastId, kind, recordId),
        queryFn: () => api.kind(kind).get(recordId),
        staleTime: 0,
      }),
    [client, broadcastId, kind, api],
  )

  const save = useCallback(
    async ({ before, patch, message }: Waiting<K>) => {
      const recordId = before._id
      const isCurrent = (one: Stored<RecordFor<K>>) =>
        one.record._updatedAt === before._updatedAt || own.current.has(one.etag)
      const show = (values: Patch) => showInLists(client, broadcastId, kind, recordId, (one) => ({ ...one, ...values }))
      try {
        const known = client.getQueryData<Stored<RecordFor<K>>>(recordKey(broadcastId, kind, recordId))
        const stored = known && isCurrent(known) ? known : await readNow(recordId)
        if (!isCurrent(stored)) throw new ChangedMeanwhile()
        const ifMatch = stored.etag === undefined ? {} : { ifMatch: stored.etag }
        const saved = await mutateAsync({ recordId, patch, ...ifMatch })
        own.current.add(saved.etag)
        const step = { recordId, before: pick(stored.record, patch), after: pick(saved.record, patch) }
        changeHistory(historyKey, (known) => withStep(known, step))
        notifyMoved(message, { label: common.undo, act: () => stepNow.current('undo') })
      } catch (error) {
        show(pick(before, patch))
        void client.invalidateQueries({ queryKey: listsKey(broadcastId, kind) })
        if (error instanceof ChangedMeanwhile || (error instanceof Problem && error.status === 412)) {
          const place = { personId: person.id, broadcastId, kind, recordId }
          writeDraft(place, { base: before, etag: staleEtag, edits: patch, at: new Date().toISOString() })
          setConflictId(recordId)
          return
        }
        const text = error instanceof Error ? error.message : String(error)
        notifications.show({ color: 'red', title: common.saveFailed, message: text, autoClose: false })
      }
    },
    [client, broadcastId, kind, mutateAsync, readNow, common, person.id, historyKey],
  )

  const move = useCallback<QuickMove<K>['move']>(
    (record, patch, message, waitMs = 0) => {
      const known = moves.current.get(record._id)
      clearTimeout(known?.timer)
      const waiting: Waiting<K> = { before: known?.before ?? record, patch: { ...known?.patch, ...patch }, message }
      void client.cancelQueries({ queryKey: listsKey(broadcastId, kind) })
      showInLists(client, broadcastId, kind, record._id, (one) => ({ ...one, ...waiting.patch }))
      waiting.send = () => {
        clearTimeout(waiting.timer)
        moves.current.delete(record._id)
        const removePending = addPending(pending.current, record._id, waiting.patch)
        queue.current = queue.current.then(() => save(waiting)).finally(removePending)
      }
      waiting.timer = setTimeout(waiting.send, waitMs)
      moves.current.set(record._id, waiting)
    },
    [client, broadcastId, kind, save],
  )

  const saveAll = useBatch(kind)
  const moveMany = useCallback<QuickMove<K>['moveMany']>(
    (ids, patchOf, message) => {
      for (const waiting of moves.current.values()) waiting.send?.()
      const run = async () => {
        const stored = await Promise.all(ids.map(readNow))
        const steps = stepsOf(stored, patchOf)
        const [first, ...others] = steps
        if (!first) return notifyMoved(message(0), undefined)
        await saveAll(steps.map(({ recordId, after, ifMatch }) => ({ recordId, patch: after, ifMatch })))
        changeHistory(historyKey, (known) => withStep(known, { ...first, others }))
        notifyMoved(message(steps.length), { label: common.undo, act: () => stepNow.current('undo') })
      }
      queue.current = queue.current.then(run).catch((error: unknown) => {
        const text = error instanceof Error ? error.message : String(error)
        notifications.show({ color: 'red', title: common.saveFailed, message: text, autoClose: false })
      })
    },
    [readNow, saveAll, historyKey, common],
  )

  const takeStep = useSteps(historyKey, words, { readNow, save: mutateAsync, saveAll, own })
  // A move that still waits for further key presses is sent first, and is then the latest.
  const step = useCallback<QuickMove<K>['step']>(
    (direction) => {
      for (const waiting of moves.current.values()) waiting.send?.()
      queue.current = queue.current.then(() => takeStep(direction))
    },
    [takeStep],
  )

  stepNow.current = step

  const prepare = useCallback(
    (recordId: string) => {
      if (!client.getQueryData(recordKey(broadcastId, kind, recordId))) void readNow(recordId).catch(() => {})
    },
    [client, broadcastId, kind, readNow],
  )
  const shown = useCallback<QuickMove<K>['shown']>(
    (record) => ({ ...record, ...pending.current.get(record._id), ...moves.current.get(record._id)?.patch }),
    [],
  )
  const conflict = conflictId && (
    <MoveConflict key={conflictId} kind={kind} recordId={conflictId} onDone={() => setConflictId(undefined)} />
  )
  return useMemo(
    () => ({ move, moveMany, shown, prepare, step, historyKey, conflict }),
    [move, moveMany, shown, prepare, step, historyKey, conflict],
  )
}

interface Waiting<K extends KindName> {
  before: RecordFor<K>
  patch: Patch
  message: string
  timer?: ReturnType<typeof setTimeout>
  /** Sends it without waiting for further steps. */
  send?: () => void
}

/** The optimistic value differs from the stored one. */
class ChangedMeanwhile extends Error {}
/** Matches no version, so that a save of such a draft is compared with the stored record. */
const staleEtag = '"moved"'

/** Registers a pending change; the returned function removes it, unless a later one of the same record replaced it. */
function addPending(pending: Map<string, Patch>, recordId: string, patch: Patch): () => void {
  const all = { ...pending.get(recordId), ...patch }
  pending.set(recordId, all)
  return () => {
    if (pending.get(recordId) === all) pending.delete(recordId)
  }
}

/** The changes of a batch, without records that have the values already. */
function stepsOf<K extends KindName>(
  stored: readonly Stored<RecordFor<K>>[],
  patchOf: (record: RecordFor<K>) => Patch,
) {
  return stored.flatMap(({ record, etag }) => {
    const after = patchOf(record)
    if (isUntouched(record, after)) return []
    return { recordId: record._id, before: pick(record, after), after, ifMatch: etag }
  })
}

const pick = (record: Patch, patch: Patch) => Object.fromEntries(Object.keys(patch).map((name) => [name, record[name]]))

/** One notice for all moves: the last one can be undone. */
function notifyMoved(message: string, undo: { label: string; act: () => void } | undefined): void {
  if (message === '') return
  notifications.hide(noticeId)
  if (!undo) notifications.show({ id: noticeId, message })
  else notifyUndoable({ id: noticeId, message, action: undo.label, onUndo: undo.act, withCloseButton: true })
}

/** Turns the move into a draft: conflicts are merged by the person, everything else is saved automatically. */
function MoveConflict({ kind, recordId, onDone }: { kind: KindName; recordId: string; onDone: () => void }) {
  const draft = useDraft(kind, recordId)
  const common = useCommon()
  const asked = useRef(false)
  const [isCompared, setCompared] = useState(false)
  const { isLoading, saveError } = draft
  const save = async () => {
    if (!(await draft.save())) return
    notifications.show({ message: common.saved, color: 'green', autoClose: 2_000 })
    onDone()
  }
  // By the next round the draft includes what others changed in the record.
  useEffect(() => setCompared(!isLoading), [isLoading])
  useEffect(() => {
    if (!isCompared || asked.current) return
    asked.current = true
    void save()
  })
  useEffect(() => {
    if (!saveError) return
    notifications.show({ color: 'red', title: common.saveFailed, message: saveError.message, autoClose: false })
    draft.discard()
    onDone()
  }, [saveError, common, draft.discard, onDone])
  const giveUp = () => {
    draft.discard()
    onDone()
  }
  return <MergeDialog draft={{ ...draft, closeConflict: giveUp }} onSettled={() => void save()} />
}
