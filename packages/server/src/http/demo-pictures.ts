import type { FastifyInstance } from 'fastify'
import { logoSvg } from '../demo/festival/logo-svg.ts'
import { mapSvg } from '../demo/festival/map-svg.ts'

/** The images of the demo festival: they are part of the program and stored for no broadcast. */
export function addDemoPictures(app: FastifyInstance): void {
  for (const [path, svg] of Object.entries({ '/demo/map.svg': mapSvg, '/demo/logo.svg': logoSvg })) {
    app.get(path, async (_request, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=86400',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        })
        .type('image/svg+xml')
        .send(svg),
    )
  }
}
