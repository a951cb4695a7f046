import Fastify, { type FastifyInstance } from 'fastify'
import { createBody, type EncodedBody } from './encoded-body.ts'
import { sendBody } from './send.ts'

/** The reference page, from which calls can be tried. It loads nothing from other sites and calls this service alone. */
export function addReference(app: FastifyInstance): void {
  app.get('/reference', async (_request, reply) => reply.redirect('/reference/', 301))
  let made: Promise<FastifyInstance> | undefined
  for (const url of ['/reference/', '/reference/js/scalar.js']) {
    let page: Promise<Page> | undefined
    app.get(url, async (request, reply) => {
      made ??= makePages()
      page ??= made.then((pages) => makePage(pages, url))
      const { type, body } = await page
      reply.headers({ 'content-security-policy': policy, 'cache-control': 'public, max-age=3600' }).type(type)
      return sendBody(request, reply, body, { withEtag: true })
    })
  }
}

interface Page {
  type: string
  body: EncodedBody
}

async function makePage(pages: FastifyInstance, url: string): Promise<Page> {
  const { headers, payload } = await pages.inject(url)
  return { type: String(headers['content-type']), body: await createBody(payload, 'small') }
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
