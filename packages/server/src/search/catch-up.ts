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

/** Makes the documents of a broadcast those of its records, as they are at the time of the call. Answers their scope, or undefined when the broadcast is gone. */
export type CatchUp = (broadcastId: string) => Promise<number | undefined>

/**
 * Writes leave documents alone; whoever searches brings them up to date first, from the change log. Those who search the
 * same broadcast meanwhile wait for it together, and few broadcasts do it at once, so that it never takes all connections.
 */
export function createCatchUp({ db }: { db: Db }): CatchUp {
  const underway = new Map<string, Promise<void>>()
  const gate = createGate({ limit: maxAtOnce, maxWaiting: 1_000, maxWaitMs: 30_000, refusal: busy })
  const start = (broadcastId: string) => {
    const work = gate.run(() => bringUpToDate(db, broadcastId)).finally(() => underway.delete(broadcastId))
    underway.set(broadcastId, work)
    return work
  }

  return async (broadcastId) => {
    let state = await readSearchState(db, broadcastId)
    const target = state?.lastSequence ?? 0
    // One that is underway may have begun before the write that the caller knows of.
    while (state && (state.sequence ?? -1) < target) {
      const isDone = await (underway.get(broadcastId) ?? start(broadcastId)).then(
        () => true,
        (error: unknown) => requireStale(error, state),
      )
      if (!isDone) break
      state = await readSearchState(db, broadcastId)
    }
    return state?.scope ?? undefined
  }
}

/** On a full disk reads go on: the documents of before are searched, where there are some. */
function requireStale(error: unknown, state: { scope: number | null } | undefined): false {
  if (!isFull(error) || state?.scope == null) throw error
  return false
}

const maxAtOnce = 2
const busy = 'Too many broadcasts are being prepared for search at the moment.'
const batchSize = 50

async function bringUpToDate(db: Db, broadcastId: string): Promise<void> {
  // In a transaction of its own, as it holds on to the broadcast's row, for which others would have to wait.
  await db.transaction((tx) => openSearchCursor(tx, broadcastId))
  await db.withLimit(wholeBroadcastMs).transaction(async (tx) => {
    await lockSearchCursor(tx, broadcastId)
    const state = await readSearchState(tx, broadcastId)
    if (!state || state.scope === null || state.sequence === state.lastSequence) return
    const { scope, sequence, lastSequence, prunedThrough } = state
    // What is read from here on may be newer than this number; then it is read once more the next time.
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
    const stretch = await readChangedRecords(tx, broadcastId, kinds, { after, through, limit: batchSize })
    if (!stretch) return
    await deleteDocuments(tx, broadcastId, stretch.records)
    await insertAll(tx, broadcastId, scope, stretch.records)
    after = stretch.sequence
  }
}

/** Documents of records, a few thousand words at a time: more would hold up the event loop. */
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
