import type { Clock } from '../../base/clock.ts'
import { check } from '../../content/shape.ts'
import type { Sites } from '../../public/site.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath } from './kind-route-parts.ts'

/** Links that show drafts as the public would see them, until they expire. */
export function previewRoutes({ sites, clock, baseUrl }: { sites: Sites; clock: Clock; baseUrl: string }): Route[] {
  return [
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
            'A token for `?preview=` on the public surface. Anybody who has it sees drafts until it expires.',
          schema: previewSchema,
        },
      },
      async handle({ membership, body }) {
        const sent = check<{ expires_in?: number }>('preview create', () => newPreviewSchema, body)
        const expiresAtMs = clock.now() + (sent.expires_in ?? daySeconds) * 1_000
        const token = sites.previewToken(membership.broadcastId, expiresAtMs)
        const url = `${baseUrl}/v1/public/${membership.broadcastId}?preview=${token}`
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
