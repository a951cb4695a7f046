import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Every route that is registered in Fastify from now on, those beside the route table as well. */
export function watchRoutes(): { routes: { method: string; url: string }[]; stop(): void } {
  const routes: { method: string; url: string }[] = []
  // Fastify announces every instance before it has any route.
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    })
  }
  subscribe('fastify.initialization', listen)
  return { routes, stop: () => void unsubscribe('fastify.initialization', listen) }
}
