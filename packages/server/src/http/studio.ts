import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../base/errors.ts'
import { createBody } from './encoded-body.ts'
import { sendBody } from './send.ts'

/**
 * The web studio: the files of its build, and the page itself for every path below /studio, because its routes exist
 * only in the browser. The files are read once; requests are looked up by name, so no path leads outside.
 */
export function addStudio(app: FastifyInstance, { folder }: { folder: string }): void {
  const studio = readStudio(folder)
  app.get('/', async (_request, reply) => reply.redirect('/studio/'))
  app.get('/studio', async (_request, reply) => reply.redirect('/studio/'))
  app.get('/studio/*', async (request, reply) => {
    // A file is found by its decoded name, in which an encoded slash would look like any other.
    if (/%2f|%5c/i.test(request.url.split('?', 1)[0] ?? '')) throw notFound()
    if (!studio)
      return reply
        .code(503)
        .headers({ ...guards, 'cache-control': 'no-store' })
        .type(plain)
        .send(unbuilt)
    const name = (request.params as { '*': string })['*']
    const file = studio.files.get(name)
    if (file) return sendFile(request, reply, file)
    if (name.startsWith('assets/')) throw notFound()
    return sendPage(request, reply, studio.page)
  })
}

interface StudioFile {
  type: string
  isHashed: boolean
  plain: Buffer
  /** Copies that were compressed at build time, by the name of the encoding. */
  encoded: Map<string, Buffer>
}

interface Studio {
  page: string
  files: Map<string, StudioFile>
}

/** Undefined when the studio was not built. */
function readStudio(folder: string): Studio | undefined {
  let names: string[]
  try {
    names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  } catch {
    return undefined
  }
  const files = new Map<string, StudioFile>()
  for (const name of names) {
    const type = types[extname(name)]
    if (!type || name === pageName || name === 'manifest.json') continue
    const encoded = new Map<string, Buffer>()
    for (const [encoding, ending] of encodings) {
      if (names.includes(name + ending)) encoded.set(encoding, readFileSync(join(folder, name + ending)))
    }
    files.set(name, { type, isHashed: name.startsWith('assets/'), plain: readFileSync(join(folder, name)), encoded })
  }
  return names.includes(pageName) ? { page: readFileSync(join(folder, pageName), 'utf8'), files } : undefined
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StudioFile): FastifyReply {
  const accepted = new Set(
    (request.headers['accept-encoding'] ?? '').split(',').map((word) => word.trim().split(';')[0]),
  )
  const [encoding] = encodings.find(([name]) => accepted.has(name) && file.encoded.has(name)) ?? []
  reply
    .headers({
      ...guards,
      vary: 'Accept-Encoding',
      // The name of a hashed file changes with its content.
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    .type(file.type)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send((encoding && file.encoded.get(encoding)) || file.plain)
}

/** The component library creates style elements at run time; the nonce allows these, and no others. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64url')
  reply
    .headers({ ...guards, 'cache-control': 'no-cache', 'content-security-policy': policy(nonce) })
    .type('text/html; charset=utf-8')
  const body = await createBody(page.replace(nonceMark, `name="csp-nonce" content="${nonce}"`), 'fast')
  return sendBody(request, reply, body, { withEtag: false })
}

const policy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    // Positions and colors are set on elements; a style attribute executes nothing and loads nothing but images.
    "style-src-attr 'unsafe-inline'",
    "style-src 'self'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
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
const plain = 'text/plain; charset=utf-8'
const unbuilt =
  'The studio is not built. Run `npm run build` and start the service again; the API works without it, see /reference/.\n'

const encodings: [name: string, ending: string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
