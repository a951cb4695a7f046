import type { FastifyInstance } from 'fastify'

/** Browsers ask for it on every page that names no icon, such as the reference and JSON. */
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

/** The icon of the studio, which need not be built for this. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Marquee</title><rect width="32" height="32" rx="8" fill="#c93812"/><path d="M7 23V9.5l9 8 9-8V23" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="16" cy="25" r="1.9" fill="#ffd9a0"/></svg>'
