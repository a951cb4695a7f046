import type { Clock } from '../../base/clock.ts'
import type { Vault } from '../../base/vault.ts'
import type { Renderer } from '../../content/rendering.ts'
import { check } from '../../content/shape.ts'
import { bundlePieces, readBundle } from '../../public/bundle.ts'
import type { Sites } from '../../public/site.ts'
import type { Db } from '../../store/db.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath } from './kind-route-parts.ts'
import { sinceParam } from './public-routes.ts'
import { bundleSchema } from './public-schemas.ts'

export interface PreviewRouteParts {
  sites: Sites
  db: Db
  vault: Vault
  renderer: Renderer
  clock: Clock
  baseUrl: string
}

/** Drafts as the public would see them: for members, and by links that expire. */
export function previewRoutes({ sites, db, vault, renderer, clock, baseUrl }: PreviewRouteParts): Route[] {
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/bundle`,
      tag: 'public',
      summary: 'Read all content as the public would see it, with drafts, or the changes since a cursor',
      params: { since: sinceParam },
      answers: {
        200: { description: 'All content, or the changed and removed records.', schema: bundleSchema },
      },
      async handle({ membership, query }) {
        const site = await sites.openForMembers(db, membership.broadcastId)
        const json = await renderer.render(site.broadcastId, async (rendering) =>
          rendering.join(bundlePieces(await readBundle(db, rendering, vault, site, query.since))),
        )
        return { status: 200, json }
      },
    }),
    forMembers('content.write', {
      method: 'POST',
      path: `${broadcastPath}/previews`,
      tag: 'public',
      summary: 'Create a preview link',
      body: { schema: newPreviewSchema, optional: true, example: { expires_in: 3_600 } },
      isSensitive: true,
      takesNoIdempotencyKey: true,
      answers: {
        201: {
          description:
            'The address of the site with its drafts, and the token in it, which is also for `?preview=` on the public surface. Anybody who has it sees drafts until it expires.',
          schema: previewSchema,
        },
      },
      async handle({ membership, body }) {
        const sent = check<{ expires_in?: number }>('preview create', () => newPreviewSchema, body)
        const expiresAtMs = clock.now() + (sent.expires_in ?? daySeconds) * 1_000
        const token = sites.previewToken(membership.broadcastId, expiresAtMs)
        const url = `${baseUrl}/${membership.broadcastId}/?preview=${token}`
        return { status: 201, json: { token, url, expires_at: new Date(expiresAtMs).toISOString() } }
      },
    }),
  ]
}

const daySeconds = 86_400

const newPreviewSchema = {
  title: 'NewPreview',
  type: 'object',
  additionalProperties: false,
  properties: {
    expires_in: {
      type: 'integer',
      minimum: 60,
      maximum: 30 * daySeconds,
      default: daySeconds,
      description: 'Seconds.',
    },
  },
}

const previewSchema = {
  title: 'Preview',
  type: 'object',
  required: ['token', 'url', 'expires_at'],
  properties: {
    token: { type: 'string' },
    url: { type: 'string' },
    expires_at: { type: 'string', format: 'date-time' },
  },
}
