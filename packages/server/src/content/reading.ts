import type { Kind } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { notFound } from '../base/errors.ts'
import { type JsonPart, type JsonText, textOf } from '../base/json-text.ts'
import type { Db } from '../store/db.ts'
import type { Memory } from '../store/memory/memory.ts'
import { pointOf, readRecordAsOf } from './as-of.ts'
import type { FindHidden } from './public-view.ts'
import { type ListRequest, type ReadOptions, readList, readRecord, type ShownPage, show } from './read.ts'
import {
  type Form,
  findHiddenIds,
  findPage,
  findPageNow,
  findRow,
  knownTextsOf,
  type RememberedPage,
  textsOf,
} from './remembered.ts'
import type { Renderer, Rendering } from './rendering.ts'

/** Records and lists, from memory where they are there, otherwise from the database. */
export interface Reading {
  read(broadcastId: string, kind: Kind, id: string, options?: ReadOptions): Promise<string>
  list(broadcastId: string, kind: Kind, request: ListRequest, options?: ReadOptions): Promise<ShownPage>
  /** A record and a list in a form of their own. */
  readAs(broadcastId: string, kind: Kind, id: string, form: Form): Promise<JsonText>
  listAs(broadcastId: string, kind: Kind, request: ListRequest, form: Form): Promise<ShownPage>
  /** Lists that are in memory as they are asked for; undefined when something has to be read, made or waited for. */
  listNow(broadcastId: string, kind: Kind, request: ListRequest, options?: ReadOptions): ShownPage | undefined
  listAsNow(broadcastId: string, kind: Kind, request: ListRequest, form: string): ShownPage | undefined
}

export function createReading(parts: {
  db: Db
  clock: Clock
  memory: Memory
  renderer: Renderer
  /** When the next record becomes visible by the clock alone. */
  findNextDue(broadcastId: string, after: Date): Promise<Date | undefined>
}): Reading {
  const { db, clock, memory, renderer, findNextDue } = parts

  /** Records in memory as they are asked for. What visitors see of a record is made once. */
  const shownTexts = async (page: RememberedPage, kind: Kind, options: ReadOptions): Promise<JsonPart[]> => {
    const { broadcastId, rows } = page
    const { audience, locale, fields, expand } = options
    if (!audience && !locale && !fields && !expand) return rows.map(({ body }) => body)
    const findHidden: FindHidden = (ids, seenBy) => findHiddenIds({ db, memory }, broadcastId, kind, ids, seenBy)
    const shown = (rendering: Rendering, some: string[]) =>
      show(db, rendering, kind, some, { ...options, ...(audience && { findHidden }) })
    if (!audience || audience.withDrafts || fields || expand)
      return renderer.render(broadcastId, (rendering) =>
        shown(
          rendering,
          rows.map(({ body }) => String(body)),
        ),
      )
    const due = await findNextDue(broadcastId, audience.at)
    const form = { name: publicForm(locale), untilMs: due?.getTime() ?? Number.POSITIVE_INFINITY, show: shown }
    return textsOf({ memory, renderer }, page, form)
  }
  const pageOf = ({ rows, total, hasMore, sequence }: RememberedPage, bodies: JsonPart[]): ShownPage => {
    const nextStartId = hasMore ? (rows.at(-1)?.id ?? null) : null
    return { bodies, total, hasMore, sequence, nextStartId, isRemembered: true }
  }

  return {
    async read(broadcastId, kind, id, options = {}) {
      const { at, audience } = options
      if (at !== undefined)
        return renderer.render(broadcastId, async (rendering) => {
          const point = await pointOf(db, broadcastId, at, clock.now())
          return readRecordAsOf(db, rendering, kind, id, point, options)
        })
      const found = await findRow(memory, broadcastId, kind, id, audience)
      if (found === null) throw notFound()
      if (!found) return renderer.render(broadcastId, (rendering) => readRecord(db, rendering, kind, id, options))
      const [text = ''] = await shownTexts(found, kind, options)
      return String(text)
    },
    async list(broadcastId, kind, request, options = {}) {
      const page = await findPage({ db, memory }, broadcastId, kind, request, options.audience)
      if (page) return pageOf(page, await shownTexts(page, kind, options))
      return renderer.render(broadcastId, (rendering) => readList(db, rendering, kind, request, options))
    },
    async listAs(broadcastId, kind, request, form) {
      const remembered = await findPage({ db, memory }, broadcastId, kind, request)
      if (remembered) return pageOf(remembered, await textsOf({ memory, renderer }, remembered, form))
      return renderer.render(broadcastId, async (rendering) => {
        const page = await readList(db, rendering, kind, request, {})
        return { ...page, bodies: await form.show(rendering, page.bodies.map(String)) }
      })
    },
    listNow(broadcastId, kind, request, options = {}) {
      const { audience, locale, fields, expand } = options
      if (fields || expand || audience?.withDrafts || (locale && !audience)) return undefined
      const page = findPageNow(memory, broadcastId, kind, request, audience)
      const bodies =
        page && (audience ? knownTextsOf(memory, page, publicForm(locale)) : page.rows.map(({ body }) => body))
      return page && bodies && pageOf(page, bodies)
    },
    listAsNow(broadcastId, kind, request, form) {
      const page = findPageNow(memory, broadcastId, kind, request)
      const bodies = page && knownTextsOf(memory, page, form)
      return page && bodies && pageOf(page, bodies)
    },
    async readAs(broadcastId, kind, id, form) {
      const found = await findRow(memory, broadcastId, kind, id)
      if (found === null) throw notFound()
      const [text = ''] = found
        ? await textsOf({ memory, renderer }, found, form)
        : await renderer.render(broadcastId, async (rendering) =>
            form.show(rendering, [await readRecord(db, rendering, kind, id, {})]),
          )
      return textOf(text)
    },
  }
}

/** What visitors see of a record. */
const publicForm = (locale: string | undefined) => `public ${locale ?? ''}`
