import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../base/errors.ts'
import type { Site } from '../public/site.ts'
import type { SitePages } from '../site/pages.ts'
import type { PictureShape } from '../site/picture-task.ts'
import type { SitePictures } from '../site/pictures.ts'
import { isKnown } from './etag.ts'
import type { SiteAsked } from './site-asked.ts'

/** Sends an icon of a site, or the card of one of its pages: `card.png?of=/sessions/66a1...`. */
export async function sendSitePicture(
  { pages, pictures }: { pages: SitePages; pictures: SitePictures },
  site: Site,
  asked: SiteAsked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const shape = shapes[asked.path]
  if (!shape) throw notFound()
  const path = shape.type === 'card' ? (new URLSearchParams(asked.search).get('of') ?? '/') : '/'
  const facts = path.startsWith('/') ? await pages.facts(site, { ...asked, path, search: '' }) : undefined
  if (!facts) throw notFound()
  const picture = await pictures.draw(site.broadcastId, shape, facts)
  const etag = `"${createHash('sha1').update(picture).digest('base64url')}"`
  reply.headers({ 'cache-control': site.audience.withDrafts ? 'no-store' : 'public, max-age=3600', etag })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('image/png').send(picture)
}

const icon = (size: number, isMaskable = false): PictureShape => ({ type: 'icon', size, isMaskable })

const shapes: Record<string, PictureShape> = {
  '/icon-180.png': icon(180),
  '/icon-192.png': icon(192),
  '/icon-512.png': icon(512),
  '/icon-maskable-512.png': icon(512, true),
  '/card.png': { type: 'card' },
}
