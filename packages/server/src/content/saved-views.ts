import { invalid } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Db, Queryable } from '../store/db.ts'
import {
  deleteView,
  findView,
  insertView,
  listViews,
  type SavedViewRow,
  updateView,
  type Viewer,
} from '../store/records/saved-views.ts'

export interface SavedView {
  id: string
  kind: string
  name: string
  query: Record<string, unknown>
  shared: boolean
  created_at: string
}

export type NewView = Pick<SavedView, 'kind' | 'name' | 'query'> & { shared?: boolean }
export type ViewPatch = Partial<Omit<NewView, 'kind'>>

export interface SavedViews {
  list(viewer: Viewer): Promise<SavedView[]>
  create(tx: Queryable, viewer: Viewer, body: NewView): Promise<SavedView>
  /** `allow` refuses a caller who may not change views of everybody; it is called when one is concerned. */
  update(viewer: Viewer, id: string, patch: ViewPatch, allow: () => void): Promise<SavedView>
  remove(viewer: Viewer, id: string, allow: () => void): Promise<void>
}

/** Views of tables that people have saved, for themselves or for everybody in the broadcast. */
export function createSavedViews({ db, clock }: { db: Db; clock: Clock }): SavedViews {
  const require = async (viewer: Viewer, id: string) => {
    const row = await findView(db, viewer, id)
    if (!row) throw notFound()
    return row
  }
  return {
    list: async (viewer) => (await listViews(db, viewer)).map(show),
    async create(tx, { broadcastId, personId }, { kind, name, query, shared = false }) {
      const row: SavedViewRow = {
        id: newObjectId(clock.now()),
        person_id: shared ? null : personId,
        kind,
        name,
        query: textOf(query),
        created_at: new Date(clock.now()),
      }
      if (!(await insertView(tx, broadcastId, row, maxOf(row)))) throw tooMany(row)
      return show(row)
    },
    async update(viewer, id, patch, allow) {
      const before = await require(viewer, id)
      const { shared = before.person_id === null } = patch
      if (shared || before.person_id === null) allow()
      const row: SavedViewRow = {
        ...before,
        person_id: shared ? null : viewer.personId,
        name: patch.name ?? before.name,
        query: patch.query ? textOf(patch.query) : before.query,
      }
      if (await updateView(db, viewer.broadcastId, row, maxOf(row))) return show(row)
      // Gone meanwhile, or no room.
      await require(viewer, id)
      throw tooMany(row)
    },
    async remove(viewer, id, allow) {
      const { person_id: owner } = await require(viewer, id)
      if (owner === null) allow()
      await deleteView(db, viewer.broadcastId, id)
    },
  }
}

const maxOwn = 50
const maxShared = 100
const maxBytes = 4_000

const maxOf = (row: SavedViewRow) => (row.person_id === null ? maxShared : maxOwn)

const tooMany = (row: SavedViewRow) =>
  new AppError(
    'quota_exceeded',
    row.person_id === null
      ? `A broadcast can have at most ${maxShared} views for everybody.`
      : `A person can have at most ${maxOwn} views of a broadcast.`,
  )

function textOf(query: Record<string, unknown>): string {
  const text = JSON.stringify(query)
  if (Buffer.byteLength(text) > maxBytes)
    throw invalid('/query', 'max_length', `must not have more than ${maxBytes} bytes as JSON`)
  return text
}

const show = (row: SavedViewRow): SavedView => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  query: JSON.parse(row.query),
  shared: row.person_id === null,
  created_at: row.created_at.toISOString(),
})
