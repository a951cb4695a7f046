import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The reference page, from which calls can be tried. Everything on it comes from this service. */
export function addReference(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => reply.redirect('/reference'))
  app.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      url: '/v1/openapi.json',
      title: 'Marquee API',
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
    },
  })
}
