import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../base/errors.ts'
import { type BuiltFile, readBuiltFiles, sendBuiltFile } from './built-files.ts'
import { createBody } from './encoded-body.ts'
import { sendBody } from './send.ts'

interface StudioParts {
  folder: string
  /** Empty without terms. */
  termsUrl: string
  /** Where uploaded pictures are. */
  baseUrl: string
}

/**
 * The web studio: the files of its build, and the page itself for every path below /studio, because its routes exist
 * only in the browser. The files are read once, with the first request for one; they are 8 MB, which a start does not wait for.
 * Requests are looked up by name, so no path leads outside.
 */
export function addStudio(app: FastifyInstance, { folder, termsUrl, baseUrl }: StudioParts): void {
  let built: Studio | undefined
  app.get('/', async (_request, reply) => reply.redirect('/studio/'))
  app.get('/studio', async (_request, reply) => reply.redirect('/studio/'))
  app.get('/studio/*', async (request, reply) => {
    // A file is found by its decoded name, in which an encoded slash would look like any other.
    if (/%2f|%5c/i.test(request.url.split('?', 1)[0] ?? '')) throw notFound()
    built ??= readStudio(folder, termsUrl)
    if (!built)
      return reply
        .code(503)
        .headers({ ...guards, 'cache-control': 'no-store' })
        .type(plain)
        .send(unbuilt)
    const name = (request.params as { '*': string })['*']
    const file = built.files.get(name)
    if (file) return sendBuiltFile(request, reply, file, guards)
    if (name.startsWith('assets/')) throw notFound()
    return sendPage(request, reply, built.page, baseUrl)
  })
}

interface Studio {
  files: Map<string, BuiltFile>
  page: string
}

/** Undefined when it is not built. */
function readStudio(folder: string, termsUrl: string): Studio | undefined {
  const files = readBuiltFiles(folder)
  const page = files?.get(pageName)?.plain.toString('utf8')
  if (!files || page === undefined) return undefined
  files.delete(pageName)
  return { files, page: page.replace(termsMark, `name="terms" content="${termsUrl}"`) }
}

/** The component library creates style elements at run time; the nonce allows these, and no others. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string, baseUrl: string) {
  const nonce = randomBytes(16).toString('base64url')
  reply
    .headers({ ...guards, 'cache-control': 'no-cache', 'content-security-policy': policy(nonce, baseUrl) })
    .type('text/html; charset=utf-8')
  const body = await createBody(page.replace(nonceMark, `name="csp-nonce" content="${nonce}"`), 'fast')
  return sendBody(request, reply, body, { withEtag: false })
}

const policy = (nonce: string, baseUrl: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    // Positions and colors are set on elements; a style attribute executes nothing and loads nothing but images.
    "style-src-attr 'unsafe-inline'",
    "style-src 'self'",
    `img-src 'self' ${baseUrl} data: blob: https:`,
    `media-src 'self' ${baseUrl} blob: https:`,
    "font-src 'self' https:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self' https:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')

const guards = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

const pageName = 'index.html'
const nonceMark = 'name="csp-nonce" content=""'
const termsMark = 'name="terms" content=""'
const plain = 'text/plain; charset=utf-8'
const unbuilt =
  'The studio is not built. Run `npm run build` and start the service again; the API works without it, see /reference/.\n'
