import type { FastifyInstance } from 'fastify'
import { logoSvg } from '../demo/festival/logo-svg.ts'
import { mapSvg } from '../demo/festival/map-svg.ts'
import { createBody, type EncodedBody } from './encoded-body.ts'
import { sendBody } from './send.ts'

/** The images of the demo festival: they are part of the program and stored for no broadcast. */
export function addDemoPictures(app: FastifyInstance): void {
  for (const [path, svg] of Object.entries({ '/demo/map.svg': mapSvg, '/demo/logo.svg': logoSvg })) {
    let made: Promise<EncodedBody> | undefined
    app.get(path, async (request, reply) => {
      made ??= createBody(svg, 'small')
      reply
        .headers({
          'cache-control': 'public, max-age=86400',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        })
        .type('image/svg+xml')
      return sendBody(request, reply, await made, { withEtag: true })
    })
  }
}
