import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The reference page, from which calls can be tried. It loads nothing from elsewhere and talks to nobody but this service. */
export function addReference(app: FastifyInstance): void {
  app.register(async (page) => {
    page.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy)
    })
    await page.register(scalar, {
      routePrefix: '/reference',
      configuration: {
        url: '/v1/openapi.json',
        title: 'Marquee API',
        theme: 'default',
        withDefaultFonts: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        proxyUrl: '',
        authentication: { preferredSecurityScheme: 'apiKey' },
      },
    })
  })
}

const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
