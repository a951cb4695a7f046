import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../base/errors.ts'
import type { Site, Website } from '../public/site.ts'
import type { AppBuild } from '../site/app-build.ts'
import type { SitePages } from '../site/pages.ts'
import type { SitePictures } from '../site/pictures.ts'
import type { Authorizer } from './authorize.ts'
import { readBuiltFiles, sendBuiltFile } from './built-files.ts'
import { addEmbedScript } from './embed-script.ts'
import { sendMissingPage, wantsPage } from './missing-page.ts'
import { addOembed } from './oembed.ts'
import { sendProblem } from './problem.ts'
import { publicScope, type Rendered, type ResponseCache } from './response-cache.ts'
import { replyCached } from './send-cached.ts'
import { isSiteName } from './site-address.ts'
import { askedOf, partsOf, previewOf, type SiteAsked } from './site-asked.ts'
import { sendSitePicture } from './site-pictures.ts'

export interface SitePageParts {
  /** These are undefined when the app was not built. */
  build: AppBuild | undefined
  pages: SitePages | undefined
  pictures: SitePictures
  authorizer: Authorizer
  responseCache: ResponseCache
  openWebsite(address: string, previewToken: string | null): Promise<Website>
  baseUrl: string
}

/** The visitors' websites: `/{slug}/` and everything below, and the files of the app. */
export function addSitePages(app: FastifyInstance, parts: SitePageParts): void {
  const files = parts.build && readBuiltFiles(parts.build.clientDir)
  app.get('/app/*', async (request, reply) => {
    const file = files?.get((request.params as { '*': string })['*'])
    if (!file) throw notFound()
    return sendBuiltFile(request, reply, file, { 'access-control-allow-origin': '*' })
  })
  addEmbedScript(app, parts.build)
  addOembed(app, parts)
  app.get('/:site', async (request, reply) => answer(parts, request, reply, redirectToRoot))
  app.get('/:site/*', async (request, reply) => answer(parts, request, reply, open))
}

type Handle = (parts: SitePageParts, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Answers a request; one that leads to no site gets a page when a person asked, else the usual problem. */
async function answer(parts: SitePageParts, request: FastifyRequest, reply: FastifyReply, handle: Handle) {
  try {
    return await handle(parts, request, reply)
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'not_found'
    if (isMissing && wantsPage(request) && isSiteName(nameOf(request))) return sendMissingPage(request, reply)
    await parts.authorizer.reportLimit(request, reply)
    return sendProblem(error, request, reply)
  }
}

const nameOf = ({ params }: FastifyRequest) => (params as { site: string }).site

/** The addresses of a site are below its name, so its root ends with a slash. */
const redirectToRoot: Handle = async (parts, request, reply) => {
  await openWebsite(parts, request)
  const { path, search } = partsOf(request.url)
  return reply.redirect(`${path}/${search}`, 308)
}

const open: Handle = async (parts, request, reply) => {
  const { authorizer, responseCache, baseUrl } = parts
  authorizer.limitByAddress(request, { who: 'public', limit: 'reads' })
  const cached = responseCache.find(publicScope, request.url)
  if (cached) {
    replyCached(request, reply, cached)
    return reply
  }
  const since = responseCache.now()
  const website = await openWebsite(parts, request)
  const { site } = website
  const { pages, build, pictures } = parts
  if (!pages || !build) throw new AppError('unavailable', unbuilt)
  const asked = askedOf(parts.baseUrl, website, request)
  if (asked.channel === 'kiosk' && asked.path !== '/') throw notFound()
  if (asked.path === '/sw.js')
    return reply
      .headers({ ...guards, 'cache-control': 'no-cache', 'content-security-policy': workerPolicy(baseUrl) })
      .type('text/javascript; charset=utf-8')
      .send(build.worker)
  if (asked.path.endsWith('.png')) return sendSitePicture({ pages, pictures }, site, asked, request, reply)
  const entry = {
    broadcastId: site.broadcastId,
    scope: publicScope,
    url: request.url,
    subject: 'content' as const,
    since,
  }
  try {
    replyCached(request, reply, await responseCache.read(entry, () => render(pages, site, asked, baseUrl)))
  } catch (error) {
    if (!(error instanceof MissingRecord)) throw error
    const { headers, text } = error.page
    return reply.code(404).headers(headers).send(text)
  }
  return reply
}

/** A page of the site that says that there is no such record. It is not cached, because there is no end of such addresses. */
class MissingRecord extends Error {
  readonly page: Rendered
  constructor(page: Rendered) {
    super('there is no such record')
    this.page = page
  }
}

async function openWebsite(parts: SitePageParts, request: FastifyRequest): Promise<Website> {
  const name = nameOf(request)
  if (!isSiteName(name)) throw notFound()
  return parts.openWebsite(name, previewOf(request))
}

/** A page, or a file that describes the site. */
async function render(pages: SitePages, site: Site, asked: SiteAsked, baseUrl: string): Promise<Rendered> {
  const { withDrafts } = site.audience
  const common = {
    ...guards,
    'cache-control': withDrafts ? 'no-store' : 'public, no-cache',
    vary: 'Accept-Encoding',
  }
  if (/\.[a-z]+$/.test(asked.path)) {
    const file = await pages.file(site, asked)
    if (!file) throw notFound()
    return { text: file.content, headers: { ...common, 'content-type': file.type }, isSensitive: withDrafts }
  }
  const page = await pages.render(site, asked)
  if (!page) throw notFound()
  const styleHash = createHash('sha256').update(page.style).digest('base64')
  const rendered = {
    text: page.html,
    headers: {
      ...common,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(styleHash, page.isEmbeddable ? '*' : "'self'", baseUrl),
    },
    untilMs: Math.min(page.untilMs ?? Number.POSITIVE_INFINITY, page.dueMs),
    isSensitive: withDrafts,
  }
  if (page.status === 404) throw new MissingRecord(rendered)
  return rendered
}

/**
 * Scripts are files of the app; the style sheet of the theme is allowed by its hash. Pictures and fonts may be anywhere, also on a
 * service without https that is opened by another name, such as `localhost`.
 */
const policy = (styleHash: string, frameAncestors: string, baseUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${styleHash}'`,
    `img-src 'self' ${baseUrl} data: https:`,
    `media-src 'self' ${baseUrl} https:`,
    "font-src 'self' https:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    'frame-src https:',
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

/** The worker of a site fetches its pages, the API and the pictures of the pages. */
const workerPolicy = (baseUrl: string) => `default-src 'none'; connect-src 'self' ${baseUrl} https:`

const guards = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
}
const unbuilt = 'The visitors’ app is not built. Run `npm run build` and start the service again.'
