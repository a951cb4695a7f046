import Fastify, { type FastifyInstance } from 'fastify'
import { createBody, type EncodedBody } from './encoded-body.ts'
import { type Chapter, chapterOf, chapters } from './openapi/chapters.ts'
import { sendBody } from './send.ts'

/** The reference page, from which calls can be tried. It loads nothing from other sites and calls this service alone. */
export function addReference(app: FastifyInstance, { document }: { document(): object }): void {
  app.get('/reference', async (_request, reply) => reply.redirect('/reference/', 301))
  let made: Promise<FastifyInstance> | undefined
  const fromScalar = async (url: string, change = (text: string) => text): Promise<Page> => {
    made ??= makePages()
    const { headers, payload } = await (await made).inject(url)
    return { type: String(headers['content-type']), body: await createBody(change(payload), 'small') }
  }
  const pages: Record<string, () => Promise<Page>> = {
    '/reference/': () => fromScalar('/reference/', withPreload),
    '/reference/js/scalar.js': () => fromScalar('/reference/js/scalar.js'),
  }
  for (const chapter of chapters)
    pages[urlOf(chapter)] = async () => ({
      type: 'application/json; charset=utf-8',
      body: await createBody(JSON.stringify(chapterOf(document(), chapter)), 'small'),
    })
  for (const [url, make] of Object.entries(pages)) {
    let page: Promise<Page> | undefined
    app.get(url, async (request, reply) => {
      page ??= make()
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

const urlOf = ({ slug }: Chapter) => `/reference/${slug}.json`

/** Lets the browser fetch the first chapter while it fetches the script, which asks for it only once it runs. */
const withPreload = (html: string) =>
  html.replace(
    '</title>',
    '</title>\n    <link rel="preload" href="/reference/surface-a.json" as="fetch" crossorigin />',
  )

/** The pages as Scalar makes them. It is loaded when somebody wants to see them: its program alone has four million characters. */
async function makePages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      sources: chapters.map((chapter, index) => ({
        title: chapter.title,
        slug: chapter.slug,
        url: urlOf(chapter),
        default: index === 0,
      })),
      documentDownloadType: 'none',
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
