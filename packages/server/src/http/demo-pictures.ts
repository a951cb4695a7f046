import type { FastifyInstance } from 'fastify'
import { logoSvg } from '../demo/festival/logo-svg.ts'
import { mapSvg } from '../demo/festival/map-svg.ts'
import { drawHarbour, drawPicture, pictureAddress, pictureNames } from '../demo/festival/pictures.ts'
import { createBody, type EncodedBody } from './encoded-body.ts'
import { sendBody } from './send.ts'

/** By path. Each is drawn when it is first requested. */
export const demoPictures: Record<string, () => string> = {
  '/demo/map.svg': () => mapSvg,
  '/demo/logo.svg': () => logoSvg,
  '/demo/harbour.svg': drawHarbour,
  ...Object.fromEntries(pictureNames.map((name) => [pictureAddress(name), () => drawPicture(name)])),
}

/** The images of the demo festival: they are part of the program and stored for no broadcast. */
export function addDemoPictures(app: FastifyInstance): void {
  for (const [path, draw] of Object.entries(demoPictures)) {
    let made: Promise<EncodedBody> | undefined
    app.get(path, async (request, reply) => {
      made ??= createBody(draw(), 'small')
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
