import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.ts'

/** The router has a tree of all paths for each of these. */
export const routedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS']

/** Any other method, such as PROPFIND, is routed as one that no path supports. */
export const routedMethod = (method = ''): string => (isRouted.has(method) ? method : 'TRACE')

const isRouted = new Set(routedMethods)

/**
 * Responds with 405 to unsupported methods, once the caller is authorized, and to OPTIONS with the supported ones.
 * They are routes of the path, because the router would match `/:id` where `/batch` lacks a method.
 */
export function refuseMethods(
  app: FastifyInstance,
  path: string,
  { refused, allowed, authorize }: { refused: string[]; allowed: string[]; authorize?: Authorize },
): void {
  const allow = allowed.join(', ')
  app.route({
    method: refused,
    url: path,
    async onRequest(request, reply) {
      if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
      await authorize?.(request, reply)
      throw new AppError('method_not_allowed', `This path supports ${allow}.`, { headers: { allow } })
    },
    handler: async () => undefined,
  })
}

type Authorize = (request: FastifyRequest, reply: FastifyReply) => unknown
