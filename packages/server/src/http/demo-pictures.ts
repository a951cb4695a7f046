import type { FastifyInstance } from 'fastify'
import { logoSvg } from '../demo/festival/logo-svg.ts'
import { mapSvg } from '../demo/festival/map-svg.ts'

/** The drawings the demo festival shows: they belong to the program, not to anybody's data. */
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
