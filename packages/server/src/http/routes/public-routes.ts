import { exampleRecord, type Kind, listSchema, publicKind, publicKinds, recordSchema } from '@marquee/model'
import { jsonPieces, LazyList } from '../../base/json-pieces.ts'
import type { Vault } from '../../base/vault.ts'
import type { Content } from '../../content/content.ts'
import { instantOf } from '../../content/days.ts'
import { listRequestNow, listRequestOf } from '../../content/list-request.ts'
import type { Renderer } from '../../content/rendering.ts'
import { bundlePieces, readBundle } from '../../public/bundle.ts'
import { readNow } from '../../public/now.ts'
import { readRoot } from '../../public/root.ts'
import { nextDueMs, type Site } from '../../public/site.ts'
import type { Search } from '../../search/search.ts'
import type { Db } from '../../store/db.ts'
import type { BroadcastFacts } from '../../store/memory/broadcast-facts.ts'
import { integer, text } from '../params.ts'
import { type Answer, publicly, type Route } from '../route.ts'
import { listAnswer, listExample, listParams, shortListAnswer } from './kind-list.ts'
import { localeParam, readOptionsOf, viewParams } from './kind-route-parts.ts'
import { idOf } from './kind-routes.ts'
import { bundleSchema, nowSchema, publicTitle, rootSchema } from './public-schemas.ts'
import { searchAnswerSpec, searchParams, searchQueryOf } from './search-routes.ts'

export const publicPath = '/v1/public/:broadcast'

export interface PublicRouteParts {
  db: Db
  facts: BroadcastFacts
  vault: Vault
  content: Content
  renderer: Renderer
  search: Search
}

/** Public content: published, due, not private, and only the fields that each kind declares as public. */
export function publicRoutes(parts: PublicRouteParts): Route[] {
  return [
    rootRoute(parts),
    bundleRoute(parts),
    nowRoute(parts),
    searchRoute(parts),
    ...publicKinds.flatMap((kind) => [listRoute(kind, parts), readRoute(kind, parts)]),
  ]
}

export const sinceParam = text(
  'The cursor of the last bundle: returns only the changes since, or the next page of a large bundle.',
  200,
)

/** A preview link has its token in the URL. */
export const preview = text('The token of a preview link; shows drafts too.', 500)

function rootRoute({ db, facts, renderer }: PublicRouteParts): Route {
  return publicly('reads', {
    method: 'GET',
    path: publicPath,
    tag: 'public',
    summary: 'The public part of the broadcast',
    kept: 'content',
    params: { preview },
    answers: { 200: { description: 'Its look, navigation, languages and fonts.', schema: rootSchema } },
    async handle({ site }) {
      const json = await renderer.render(site.broadcastId, (rendering) => readRoot(db, rendering, site))
      return published(facts, site, { json })
    },
  })
}

function bundleRoute({ db, facts, vault, renderer }: PublicRouteParts): Route {
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/bundle`,
    tag: 'public',
    summary: 'Read all public content, or the changes since a cursor',
    kept: 'content',
    params: {
      since: sinceParam,
      preview,
    },
    answers: {
      200: { description: 'All public content, or the changed and removed records.', schema: bundleSchema },
    },
    async handle({ site, query }) {
      const json = await renderer.render(site.broadcastId, async (rendering) =>
        rendering.join(bundlePieces(await readBundle(db, rendering, vault, site, query.since))),
      )
      return published(facts, site, { json })
    },
  })
}

function nowRoute({ db, facts, renderer }: PublicRouteParts): Route {
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/now`,
    tag: 'public',
    summary: 'Read the current and next sessions by place',
    kept: 'content',
    params: { at: text('The instant; now when absent.', 64), locale: localeParam, preview },
    answers: { 200: { description: 'Places where something runs or comes.', schema: nowSchema } },
    async handle({ site, query }) {
      const at = query.at === null ? site.audience.at : await instantOf(db, site.broadcastId, query.at, '?at')
      const { json, until } = await renderer.render(site.broadcastId, async (rendering) => {
        const now = await readNow(db, rendering, site, at.getTime(), query.locale ?? undefined)
        return {
          json: await rendering.join(jsonPieces({ ...now, places: new LazyList(now.places) })),
          until: now.until,
        }
      })
      const untilMs = query.at === null && until !== null ? Date.parse(until) : Number.POSITIVE_INFINITY
      return published(facts, site, { json }, untilMs)
    },
  })
}

function searchRoute({ facts, search }: PublicRouteParts): Route {
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/search`,
    tag: 'public',
    summary: 'Search published content',
    kept: 'content',
    params: { ...searchParams, preview },
    answers: { 200: searchAnswerSpec },
    async handle({ site, query }) {
      const { broadcastId, audience } = site
      return published(facts, site, { json: await search.search(broadcastId, { ...searchQueryOf(query), audience }) })
    },
  })
}

function listRoute(kind: Kind, { facts, content }: PublicRouteParts): Route {
  const shown = publicKind(kind)
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/${kind.plural}`,
    tag: 'public',
    summary: `List published ${kind.plural}`,
    kept: 'content',
    params: { ...listParams(shown), limit: publicLimit, preview },
    answers: {
      200: {
        description: 'A page of published records, and the total.',
        schema: listSchema(shown, publicTitle(kind.name)),
        example: listExample(shown),
      },
    },
    async handle({ site, query }) {
      const request = await listRequestOf(() => facts.calendar(site.broadcastId), shown, query)
      const view = { ...readOptionsOf(query), audience: site.audience }
      const page = await content.list(site.broadcastId, kind, request, view)
      const { json, etag, isRemembered } = await listAnswer(shown, query, page)
      return published(facts, site, { json, etag, isRemembered })
    },
    answerNow({ site: { broadcastId, audience }, query }) {
      if (query.preview !== null) return undefined
      const request = listRequestNow(() => facts.known.calendar(broadcastId), shown, query)
      const view = { ...readOptionsOf(query), audience }
      const page = request && content.listNow(broadcastId, kind, request, view)
      const answer = page && shortListAnswer(shown, query, page)
      return answer && { ...answer, headers: publicHeaders }
    },
  })
}

function readRoute(kind: Kind, { facts, content }: PublicRouteParts): Route {
  const shown = publicKind(kind)
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/${kind.plural}/:${kind.name}Id`,
    tag: 'public',
    summary: `Read a published ${kind.name}`,
    kept: 'content',
    params: { ...viewParams(shown), preview },
    answers: {
      200: {
        description: 'The record.',
        schema: recordSchema(shown, publicTitle(kind.name)),
        example: exampleRecord(shown),
      },
    },
    async handle({ site, params, query }) {
      const view = { ...readOptionsOf(query), audience: site.audience }
      return published(facts, site, { json: await content.read(site.broadcastId, kind, idOf(params, kind), view) })
    },
  })
}

/** A response that may be cached until something becomes due. Responses to preview links must not be cached. */
export async function published(
  facts: BroadcastFacts,
  site: Site,
  content: Pick<Answer, 'json' | 'text' | 'etag' | 'isRemembered'>,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  const { audience } = site
  return {
    status: 200,
    ...content,
    headers: audience.withDrafts ? {} : publicHeaders,
    isSensitive: audience.withDrafts,
    untilMs: Math.min(untilMs, await nextDueMs(facts, site)),
  }
}

/** Queries stored in pages and menus may ask for the maximum: `limit: -1`. */
const largestPage = 200
const limit = integer({
  default: 50,
  min: -1,
  clampTo: largestPage,
  description: 'How many records; more than 200 counts as 200, and so does -1.',
})
const publicLimit = {
  ...limit,
  parse: (value: string, at: string) => (value === '-1' ? largestPage : limit.parse(value, at)),
}

const publicHeaders = { 'cache-control': 'public, max-age=30, stale-while-revalidate=300' }
