import type { Kind } from '@marquee/model'
import type { Clock } from '../../base/clock.ts'
import type { KeptJson } from '../../base/json-text.ts'
import { Slices } from '../../base/turns.ts'
import type { Db } from '../db.ts'
import type { Notifications } from '../notifications.ts'
import { loadTable } from './load-table.ts'
import type { NewText, Row, Text } from './row.ts'
import { type Shelf, Shelves } from './shelves.ts'
import type { Table } from './table.ts'
import { type ChangedRecord, readChangedRecords } from './whole-kind.ts'
import { createWishes } from './wishes.ts'

/** Records of active broadcasts, kind by kind, so that lists and single reads take no SQL. */
export interface Memory {
  /**
   * The tables of these kinds, with everything that was written before the call; they are to be read before the next pause.
   * Undefined when one of them is not in memory: then the database is asked. A kind that is asked for again within a minute is
   * loaded meanwhile.
   */
  open(broadcastId: string, kinds: readonly Kind[]): Promise<Table[] | undefined> | Table[] | undefined
  /** The same when nothing has to be waited for; otherwise undefined, and nothing is loaded. */
  openNow(broadcastId: string, kinds: readonly Kind[]): Table[] | undefined
  /** A later change than those that were notified is known to exist. */
  expect(broadcastId: string, sequence: number): void
  /** The texts of rows of a table that are still valid. */
  findTexts(broadcastId: string, table: Table, rows: readonly Row[], form: string): (KeptJson | undefined)[]
  /** The records that were read. Some of them are kept, unless the table has changed since. */
  keepBodies(table: Table, sequence: number, bodies: ReadonlyMap<string, string>): Row[]
  /** Keeps texts that were made from rows of a table, or from what was stored after it. */
  keepTexts(broadcastId: string, table: Table, made: readonly { row: Row; text: NewText }[]): void
  bytes(): number
  /** How often tables were asked for. */
  lookups(): Readonly<MemoryLookups>
}

/** Found, found but first brought up to date, and not in memory. */
export interface MemoryLookups {
  hit: number
  updated: number
  miss: number
}

/**
 * A shelf is brought up to date from the change log before it is read, when a write was notified: on the writing node before the
 * write is answered, on other nodes when the notification arrives. While notifications cannot arrive, the database is asked.
 */
export function createMemory(parts: {
  db: Db
  clock: Clock
  notifications: Notifications
  maxBytes: number
  onError(error: unknown): void
}): Memory {
  const { db, clock, notifications, maxBytes, onError } = parts
  const shelves = new Shelves(maxBytes)
  const wishes = createWishes(clock)
  const loading = new Set<string>()
  const lookups: MemoryLookups = { hit: 0, updated: 0, miss: 0 }

  notifications.subscribe((notification) => {
    if (notification.type === 'access') return
    if (notification.type === 'gap') return shelves.clear()
    const shelf = shelves.find(notification.broadcastId)
    if (!shelf) return
    if (notification.type === 'gone') shelves.drop(shelf)
    else shelf.wanted = Math.max(shelf.wanted, notification.sequence)
  })

  const giveUp = (shelf: Shelf, tables: ReadonlyMap<string, Table>) => {
    shelves.drop(shelf)
    for (const { kind } of tables.values()) wishes.refuse(shelf.broadcastId, kind)
  }

  /** Applies what was written since. A shelf that changes faster than it is read is dropped, and not loaded again at once. */
  const catchUp = async (shelf: Shelf): Promise<void> => {
    const { broadcastId } = shelf
    // Without tables that are loaded meanwhile.
    const tables = new Map(shelf.tables)
    const since = Math.min(...[...tables.values()].map(({ sequence }) => sequence))
    const found = await readNews(db, broadcastId, since, [...tables.keys()])
    if (!found || (found.changes.at(-1)?.sequence ?? since) < found.last) return giveUp(shelf, tables)
    for (const { record_id: id, sequence } of found.changes) shelf.changed.set(id, sequence)
    shelf.changes += found.changes.length
    await applyAll(tables, found.changes).catch((error: unknown) => {
      // What does not fit into a column is answered by the database, as before it was loaded.
      onError(error)
      giveUp(shelf, tables)
    })
    for (const table of tables.values()) table.sequence = Math.max(table.sequence, found.last)
    if (shelf.changed.size > maxChanged) shelves.drop(shelf)
    shelves.makeRoom()
  }
  const untilIncluded = async (shelf: Shelf, wanted: number): Promise<void> => {
    while (shelves.has(shelf) && !includes(shelf, wanted)) {
      shelf.catchingUp ??= catchUp(shelf).finally(() => {
        shelf.catchingUp = undefined
      })
      await shelf.catchingUp
    }
  }

  const load = async (broadcastId: string, kind: Kind): Promise<void> => {
    const news = watchNews(notifications, broadcastId)
    try {
      const table = await loadTable(db, broadcastId, kind, maxBytes * 0.8)
      if (!table || !(await catchUpAlone(db, broadcastId, table))) wishes.refuse(broadcastId, kind)
      else if (!news.isLost()) shelves.add(broadcastId, table, news.sequence())
    } finally {
      news.stop()
    }
  }
  const loadSoon = (broadcastId: string, kind: Kind) => {
    const name = `${broadcastId} ${kind.name}`
    if (maxBytes === 0 || !isRemembered(kind) || loading.size >= maxLoading || loading.has(name)) return
    if (!wishes.isDue(broadcastId, kind)) return
    loading.add(name)
    load(broadcastId, kind)
      .catch((error: unknown) => {
        onError(error)
        wishes.refuse(broadcastId, kind)
      })
      .finally(() => loading.delete(name))
  }

  const tablesOf = (shelf: Shelf | undefined, kinds: readonly Kind[]): Table[] | undefined => {
    const found = kinds.flatMap(({ name }) => shelf?.tables.get(name) ?? [])
    if (!shelf || found.length < kinds.length) return undefined
    for (const table of found) shelves.use(shelf, table)
    return found
  }

  const open: Memory['open'] = (broadcastId, kinds) => {
    if (!notifications.isLive()) return undefined
    const shelf = shelves.find(broadcastId)
    const found = tablesOf(shelf, kinds)
    if (!shelf || !found) {
      for (const kind of kinds) if (!shelf?.tables.has(kind.name)) loadSoon(broadcastId, kind)
      return undefined
    }
    const { wanted } = shelf
    if (includes(shelf, wanted)) return found
    return untilIncluded(shelf, wanted).then(() => tablesOf(shelves.find(broadcastId), kinds))
  }

  return {
    open(broadcastId, kinds) {
      const found = open(broadcastId, kinds)
      lookups[found === undefined ? 'miss' : found instanceof Promise ? 'updated' : 'hit'] += 1
      return found
    },
    openNow(broadcastId, kinds) {
      const shelf = notifications.isLive() ? shelves.find(broadcastId) : undefined
      const found = shelf && includes(shelf, shelf.wanted) ? tablesOf(shelf, kinds) : undefined
      if (found) lookups.hit += 1
      return found
    },
    expect(broadcastId, sequence) {
      const shelf = shelves.find(broadcastId)
      if (shelf) shelf.wanted = Math.max(shelf.wanted, sequence)
    },
    findTexts(broadcastId, table, rows, form) {
      const shelf = shelves.find(broadcastId)
      const nowMs = clock.now()
      const name = sameString(form)
      return rows.map((row) => {
        const text = table.text(row, name)
        return text && shelf && text.untilMs > nowMs && isValid(text, shelf) ? text.json : undefined
      })
    },
    keepBodies(table, sequence, bodies) {
      let left = table.sequence === sequence ? maxKeptAtOnce : 0
      const rows = [...bodies].map(([id, body]): Row => {
        left -= body.length
        return (left > 0 ? table.keepBody(id, body) : undefined) ?? { id, body }
      })
      shelves.makeRoom()
      return rows
    },
    keepTexts(broadcastId, table, made) {
      if (shelves.find(broadcastId)?.tables.get(table.kind.name) !== table) return
      for (const { row, text } of made) table.keepText(row, { ...text, form: sameString(text.form) })
      shelves.makeRoom()
    },
    bytes: () => shelves.bytes(),
    lookups: () => lookups,
  }
}

/** Kinds whose every change is in the log, and that are not about people. */
export const isRemembered = ({ logging, area, timeline, fields }: Kind): boolean =>
  logging === 'logged' &&
  area === 'content' &&
  timeline === undefined &&
  !Object.values(fields).some(({ unlogged }) => unlogged)

/** The same string for equal ones: others are compared letter by letter, once for each record of a list. */
function sameString(text: string): string {
  const known = strings.get(text)
  if (known !== undefined) return known
  if (strings.size >= maxStrings) strings.clear()
  strings.set(text, text)
  return text
}

const strings = new Map<string, string>()
/** A form for each view and language that is in use. */
const maxStrings = 1_000

async function applyAll(tables: ReadonlyMap<string, Table>, changes: readonly ChangedRecord[]): Promise<void> {
  const slices = new Slices()
  for (const { kind, record_id: id, sequence, body, operation } of changes) {
    const table = tables.get(kind)
    if (!table || sequence <= table.sequence) continue
    const pause = slices.spend(body?.length ?? 0)
    if (pause) await pause
    if (operation === 'delete' || body === null) table.remove(id)
    else table.put(id, body)
  }
}

const readNews = (db: Db, broadcastId: string, since: number, kinds: string[]) =>
  readChangedRecords(db, broadcastId, { since, kinds, limit: maxBehind, maxBytes: maxBehindBytes })

/** Applies what was written while a table was loaded: a large one takes seconds. False when it is still written faster than it is read. */
async function catchUpAlone(db: Db, broadcastId: string, table: Table): Promise<boolean> {
  const tables = new Map([[table.kind.name, table]])
  for (let page = 0; page < maxPagesAlone; page++) {
    const found = await readNews(db, broadcastId, table.sequence, [table.kind.name])
    if (!found) return false
    await applyAll(tables, found.changes)
    table.sequence = found.changes.at(-1)?.sequence ?? table.sequence
    if (table.sequence === found.last) return true
  }
  return false
}

/** Whether none of the records that a text shows has changed since. */
function isValid(text: Text, { broadcastId, changes, changed }: Shelf): boolean {
  if (text.checkedAt === changes) return true
  if ((changed.get(broadcastId) ?? 0) > text.sequence) return false
  for (const id of text.ids) if ((changed.get(id) ?? 0) > text.sequence) return false
  text.checkedAt = changes
  return true
}

function includes({ tables }: Shelf, wanted: number): boolean {
  for (const { sequence } of tables.values()) if (sequence < wanted) return false
  return true
}

/** What is notified about a broadcast while it is read. */
function watchNews(notifications: Notifications, broadcastId: string) {
  let sequence = 0
  let isLost = false
  const stop = notifications.subscribe((notification) => {
    if (notification.type === 'access') return
    if (notification.type === 'gap') isLost = true
    else if (notification.broadcastId !== broadcastId) return
    else if (notification.type === 'gone') isLost = true
    else sequence = Math.max(sequence, notification.sequence)
  })
  return { sequence: () => sequence, isLost: () => isLost, stop }
}

/** Packing takes about a millisecond for so many letters. */
const maxKeptAtOnce = 131_072
const maxLoading = 2
const maxBehind = 500
const maxPagesAlone = 50
const maxBehindBytes = 4_194_304
const maxChanged = 20_000
