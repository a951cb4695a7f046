import type { FastifyRequest } from 'fastify'
import type { Admission } from './admission.ts'
import { hasUsualLocale } from './locale-param.ts'
import { readParams } from './params.ts'
import { isNormalTarget } from './request-target.ts'
import { type CachedResponse, type ResponseCache, responseOf } from './response-cache.ts'
import type { Access, Authorized, Route } from './route.ts'
import { renderedOf } from './send.ts'

/** Lists of records in memory, for the fast path: at paths that the router has found before, without a wait. */
export interface FastLists {
  /** Remembers the route of a request that was answered. */
  learn(route: Route, request: FastifyRequest): void
  /** Undefined when the ordinary path has to answer; it also says what is wrong with a query. */
  find(scope: string, url: string, authorize: Authorize): CachedResponse | undefined
}

/** Undefined if the caller is not authorized, or if that would have to be looked up. */
export type Authorize = (access: Access, params: Record<string, string>) => Authorized | undefined

export function createFastLists(parts: { responseCache: ResponseCache; admission: Admission }): FastLists {
  const { responseCache, admission } = parts
  const routes = new Map<string, { route: Route; params: Record<string, string> }>()
  return {
    learn(route, { url, params }) {
      const { path } = partsOf(url)
      if (!route.answerNow || routes.has(path)) return
      if (routes.size >= maxPaths) routes.clear()
      routes.set(path, { route, params: params as Record<string, string> })
    },
    find(scope, url, authorize) {
      const { path, query } = partsOf(url)
      const { route, params } = routes.get(path) ?? {}
      if (!route?.answerNow || !params || admission.isFull() || !isNormalTarget(url)) return undefined
      // What is asked for again is cached, by the ordinary path.
      if (responseCache.once.has(scope, url)) return undefined
      const authorized = authorize(route.access, params)
      if (!authorized) return undefined
      try {
        const values = readParams(route.params, query)
        const answer = hasUsualLocale(route.params, values) && route.answerNow({ query: values }, authorized)
        if (!answer) return undefined
        responseCache.once.add(scope, url)
        return responseOf(scope, renderedOf(route, answer))
      } catch {
        return undefined
      }
    },
  }
}

function partsOf(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}

const maxPaths = 5_000
