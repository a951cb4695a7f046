import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.ts'
import { createPathTree, doOverlap, type PathTree } from './path-tree.ts'

/** The methods that the router knows. */
export const routedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS']

/** Any other method, such as PROPFIND, is routed as one that no path supports. */
export const routedMethod = (method = ''): string => (isRouted.has(method) ? method : 'TRACE')

const isRouted = new Set(routedMethods)

type Authorize = (request: FastifyRequest, reply: FastifyReply) => unknown

/** A path with the methods that it supports. */
export interface SupportedMethods {
  path: string
  methods: string[]
  authorize: Authorize
}

/** Responds to a request whose method the path does not support. */
export type RefuseMethod = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Finds the refusal for a request that reached no route of the API; undefined for an unknown path. */
export type FindRefusal = (request: FastifyRequest) => RefuseMethod | undefined

/**
 * Refuses the unsupported methods of all paths. The router has a tree of paths for each method, and building the trees takes a
 * tenth of a start; so a refusal becomes a route only where the router would match another path instead, such as `/:id` where
 * `/batch` lacks a method. All others are found once no route has matched.
 */
export function refuseOtherMethods(app: FastifyInstance, supported: SupportedMethods[]): FindRefusal {
  const paths = supported.map((one) => ({ ...one, segments: one.path.split('/') }))
  const byLength = Map.groupBy(paths, ({ segments }) => segments.length)
  for (const { path, segments, methods, authorize } of paths) {
    const others = byLength.get(segments.length)?.filter((other) => doOverlap(segments, other.segments)) ?? []
    const taken = new Set(others.flatMap((other) => other.methods))
    const refused = [...taken].filter((method) => !methods.includes(method))
    if (refused.length > 0) refuseMethods(app, path, { refused, allowed: [...methods, 'OPTIONS'], authorize })
  }
  let tree: PathTree<SupportedMethods> | undefined
  return (request) => {
    tree ??= createPathTree(supported.map((one) => [one.path, one]))
    const found = tree.find(request.url)
    if (!found) return undefined
    const { methods, authorize } = found.value
    // Its route did not match for another reason, such as a parameter that is too long.
    if (methods.includes(request.method)) return undefined
    request.params = found.params
    return refusal([...methods, 'OPTIONS'], authorize)
  }
}

/** Adds routes that refuse methods of a path. */
export function refuseMethods(
  app: FastifyInstance,
  path: string,
  { refused, allowed, authorize }: { refused: string[]; allowed: string[]; authorize?: Authorize },
): void {
  app.route({ method: refused, url: path, onRequest: refusal(allowed, authorize), handler: async () => undefined })
}

/** Responds with 405 once the caller is authorized, and to OPTIONS with the supported methods. */
const refusal =
  (allowed: string[], authorize?: Authorize): RefuseMethod =>
  async (request, reply) => {
    const allow = allowed.join(', ')
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
    await authorize?.(request, reply)
    throw new AppError('method_not_allowed', `This path supports ${allow}.`, { headers: { allow } })
  }
