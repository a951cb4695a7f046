import type { FastifyInstance } from 'fastify'
import { notFound } from '../base/errors.ts'
import { createBody, type EncodedBody } from './encoded-body.ts'
import { sendBody } from './send.ts'

/** The images of the demo festival: they are part of the program and stored for no broadcast. */
export function addDemoPictures(app: FastifyInstance): void {
  const made = new Map<string, Promise<EncodedBody>>()
  app.get('/demo/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    let body = made.get(file)
    if (!body) {
      const svg = await drawDemoPicture(`/demo/${file}`)
      if (svg === undefined) throw notFound()
      body = createBody(svg, 'small')
      made.set(file, body)
    }
    reply
      .headers({
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      .type('image/svg+xml')
    return sendBody(request, reply, await body, { withEtag: true })
  })
}

/** The image at a path. The drawings are loaded with the first one: they are 24 files, and most services show none. */
export async function drawDemoPicture(path: string): Promise<string | undefined> {
  if (!path.startsWith('/demo/')) return undefined
  const { demoDrawings } = await import('./demo-drawings.ts')
  return demoDrawings.get(path)?.()
}
