import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** Browsers request it on every page without an icon, such as the reference and JSON. */
export function addFavicon(app: FastifyInstance): void {
  app.get('/favicon.ico', async (_request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .type('image/svg+xml')
      .send(icon),
  )
}

/** The icon of the studio, from its sources, because it exists there without a build. */
const icon = readFileSync(new URL('../../../studio/src/app/icon.svg', import.meta.url))
