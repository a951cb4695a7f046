import { type AnyRecord, kindNamed, searchableKinds } from '@marquee/model'
import { createGate } from '../base/gate.ts'
import { Slices } from '../base/turns.ts'
import type { Db, Tx } from '../store/db.ts'
import { isFull } from '../store/failures.ts'
import { wholeBroadcastMs } from '../store/limits.ts'
import {
  type CurrentRecord,
  deleteAllDocuments,
  deleteDocuments,
  insertDocuments,
  lockSearchCursor,
  moveSearchCursor,
  type NewDocument,
  openSearchCursor,
  readChangedRecords,
  readRecordsAfter,
  readSearchState,
} from '../store/records/search.ts'
import { documentsOf, foldedTitle, rankedWords } from './documents.ts'

/** Updates the search documents of a broadcast to its records at the time of the call. Resolves to their scope, or undefined when the broadcast does not exist. */
export type CatchUp = (broadcastId: string) => Promise<number | undefined>

/**
 * Writes do not update documents; a search updates them first, from the change log. Concurrent searches in the same broadcast
 * share one update, and few broadcasts are updated at once, so that updates never use all connections.
 */
export function createCatchUp({ db }: { db: Db }): CatchUp {
  const running = new Map<string, Promise<void>>()
  const gate = createGate({ limit: maxAtOnce, maxWaiting: 1_000, maxWaitMs: 30_000, refusal: busy })
  const start = (broadcastId: string) => {
    const work = gate.run(() => bringUpToDate(db, broadcastId)).finally(() => running.delete(broadcastId))
    running.set(broadcastId, work)
    return work
  }

  return async (broadcastId) => {
    let state = await readSearchState(db, broadcastId)
    const target = state?.lastSequence ?? 0
    // A running update may have started before the write that the caller expects to find.
    while (state && (state.sequence ?? -1) < target) {
      const isDone = await (running.get(broadcastId) ?? start(broadcastId)).then(
        () => true,
        (error: unknown) => allowStale(error, state),
      )
      if (!isDone) break
      state = await readSearchState(db, broadcastId)
    }
    return state?.scope ?? undefined
  }
}

/** On a full disk searches continue with the stale documents, if there are any. */
function allowStale(error: unknown, state: { scope: number | null } | undefined): false {
  if (!isFull(error) || state?.scope == null) throw error
  return false
}

const maxAtOnce = 2
const busy = 'Too many broadcasts are being prepared for search at the moment.'
const batchSize = 50

async function bringUpToDate(db: Db, broadcastId: string): Promise<void> {
  // In a separate transaction, because it locks the broadcast's row, for which writers would have to wait.
  await db.transaction((tx) => openSearchCursor(tx, broadcastId))
  await db.withLimit(wholeBroadcastMs).transaction(async (tx) => {
    await lockSearchCursor(tx, broadcastId)
    const state = await readSearchState(tx, broadcastId)
    if (!state || state.scope === null || state.sequence === state.lastSequence) return
    const { scope, sequence, lastSequence, prunedThrough } = state
    // Records read from here on may be newer than this sequence number; then they are read again next time.
    if (sequence === null || sequence < prunedThrough) await rebuild(tx, broadcastId, scope)
    else await follow(tx, broadcastId, scope, sequence, lastSequence)
    await moveSearchCursor(tx, broadcastId, lastSequence)
  })
}

async function rebuild(tx: Tx, broadcastId: string, scope: number): Promise<void> {
  await deleteAllDocuments(tx, broadcastId)
  for (const { name } of searchableKinds) {
    for (let afterId = ''; ; ) {
      const records = await readRecordsAfter(tx, broadcastId, name, afterId, batchSize)
      await insertAll(tx, broadcastId, scope, records)
      afterId = records.at(-1)?.id ?? ''
      if (records.length < batchSize) break
    }
  }
}

async function follow(tx: Tx, broadcastId: string, scope: number, from: number, through: number): Promise<void> {
  const kinds = searchableKinds.map(({ name }) => name)
  for (let after = from; ; ) {
    const batch = await readChangedRecords(tx, broadcastId, kinds, { after, through, limit: batchSize })
    if (!batch) return
    await deleteDocuments(tx, broadcastId, batch.records)
    await insertAll(tx, broadcastId, scope, batch.records)
    after = batch.sequence
  }
}

/** Inserts the documents of records, a few thousand words at a time: more would block the event loop. */
async function insertAll(tx: Tx, broadcastId: string, scope: number, records: CurrentRecord[]): Promise<void> {
  const slices = new Slices()
  let documents: NewDocument[] = []
  let words = 0
  const insert = async () => {
    await insertDocuments(tx, broadcastId, scope, documents)
    documents = []
    words = 0
  }
  for (const record of records) {
    await slices.spend(record.body?.length ?? 0)
    for (const document of newDocuments(record)) {
      documents.push(document)
      words += document.words.size
      if (words > maxInsertedWords) await insert()
    }
  }
  await insert()
}

const maxInsertedWords = 5_000

function* newDocuments({ kind, id, body }: CurrentRecord): Generator<NewDocument> {
  if (body === null) return
  const record: AnyRecord = JSON.parse(body)
  for (const document of documentsOf(kindNamed(kind), record))
    yield {
      kind,
      recordId: id,
      version: record._updatedAt,
      locale: document.locale,
      language: document.language,
      serves: document.serves,
      title: foldedTitle(document),
      words: rankedWords(document),
    }
}
