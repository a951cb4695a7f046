import Fastify, { type FastifyInstance } from 'fastify'

/** The reference page, from which calls can be tried. It loads nothing from other sites and calls this service alone. */
export function addReference(app: FastifyInstance): void {
  let made: Promise<FastifyInstance> | undefined
  for (const url of ['/reference', '/reference/', '/reference/js/scalar.js']) {
    app.get(url, async (_request, reply) => {
      made ??= makePages()
      const answer = await (await made).inject(url)
      const { 'content-type': type, location } = answer.headers
      reply.code(answer.statusCode).header('content-security-policy', policy)
      if (type) reply.header('content-type', type)
      if (location) reply.header('location', location)
      return reply.send(answer.rawPayload)
    })
  }
}

/** The pages as Scalar makes them. It is loaded when somebody wants to see them: its program alone has four million characters. */
async function makePages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      url: '/v1/openapi.json',
      title: 'Marquee API',
      pageTitle: 'Marquee API',
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
  return pages
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
