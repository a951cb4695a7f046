import { exampleRecord, kinds, recordSchema, shapes } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import type { Campaigns } from '../../campaigns/campaigns.ts'
import { check } from '../../content/shape.ts'
import type { Db } from '../../store/db.ts'
import type { BroadcastFacts } from '../../store/memory/broadcast-facts.ts'
import type { RunOnce } from '../idempotent.ts'
import { choice, json } from '../params.ts'
import { forMembers, publicly, type Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'
import { idOf } from './kind-routes.ts'
import { publicPath, published } from './public-routes.ts'

export interface CampaignRouteParts {
  facts: BroadcastFacts
  db: Db
  campaigns: Campaigns
  runOnce: RunOnce
}

const kind = kinds.broadcastCampaign
const path = `${broadcastPath}/${kind.plural}/:${kind.name}Id`
const tag = kind.name

/** Sending campaigns, and the public key that browsers need to subscribe. */
export function campaignRoutes(parts: CampaignRouteParts): Route[] {
  const { campaigns } = parts
  return [
    actRoute(parts, {
      verb: 'send',
      summary: 'Send a campaign now',
      description: 'The campaign, which is being sent. `stats` shows the progress.',
      status: 202,
      act: campaigns.send,
    }),
    actRoute(parts, {
      verb: 'cancel',
      summary: 'Cancel a scheduled campaign, or stop sending to the remaining clients',
      description: 'The cancelled campaign. Messages in flight still arrive.',
      status: 200,
      act: campaigns.cancel,
    }),
    reachRoute(parts),
    summaryRoute(parts),
    trialRoute(parts),
    publicKeyRoute(parts),
  ]
}

function actRoute(
  { runOnce }: CampaignRouteParts,
  {
    verb,
    summary,
    description,
    status,
    act,
  }: { verb: string; summary: string; description: string; status: number; act: Campaigns['send'] },
): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${path}/${verb}`,
    tag,
    summary,
    body: { schema: emptyBody, optional: true },
    answers: {
      [status]: {
        description,
        schema: recordSchema(kind),
        example: { ...exampleRecord(kind), status: verb === 'send' ? 'sending' : 'cancelled' },
      },
    },
    handle(call) {
      check('campaign act', () => emptyBody, call.body)
      const id = idOf(call.params, kind)
      return runOnce(
        call,
        scopeOf(call),
        async (tx) => {
          const record = await act(tx, call.membership, actorOf(call.principal), id)
          return { answer: { status, json: JSON.stringify(record) } }
        },
        call.membership.broadcastId,
      )
    },
  })
}

function reachRoute({ campaigns }: CampaignRouteParts): Route {
  return forMembers('people.read', {
    method: 'GET',
    path: `${path}/audience`,
    tag,
    summary: 'Count the recipients of a campaign',
    params: {
      filters: json('Filters on clients to count with instead of those of the campaign.', [{ locale: 'fr' }]),
      filtersLogical: choice(['$and', '$or', '$nor'], {
        default: '$and',
        description: 'How these filters are combined.',
      }),
    },
    answers: {
      200: {
        description: 'How many clients are selected, and how many of them can be reached.',
        schema: reachSchema,
        example: { total: 1200, reachable: 840 },
      },
    },
    async handle({ membership, params, query }) {
      const { filters, filtersLogical } = query
      const other = filters === undefined ? undefined : { filters, filtersLogical: String(filtersLogical) }
      return { status: 200, json: await campaigns.reach(membership.broadcastId, idOf(params, kind), other) }
    },
  })
}

function summaryRoute({ campaigns }: CampaignRouteParts): Route {
  return forMembers('content.read', {
    method: 'GET',
    path: `${path}/summary`,
    tag,
    summary: 'Summarize the reach of a campaign',
    answers: {
      200: {
        description:
          'How many clients were addressed, reached, and have opened the message within 30 days. Openings are counted without an identifier; test messages count as well.',
        schema: summarySchema,
        example: summaryExample,
      },
    },
    async handle({ membership, params }) {
      return { status: 200, json: await campaigns.summary(membership.broadcastId, idOf(params, kind)) }
    },
  })
}

function trialRoute({ db, campaigns, runOnce }: CampaignRouteParts): Route {
  return forMembers('people.write', {
    method: 'POST',
    path: `${path}/test`,
    tag,
    summary: 'Send a campaign to one client, to see what it looks like',
    body: { schema: trialSchema, example: { clientId: '66a1f0c2d4e5b60718293a4b' } },
    answers: {
      200: {
        description: 'The result. A repeated request sends nothing, and returns `unknown`.',
        schema: triedSchema,
        example: { outcome: 'sent' },
      },
    },
    async handle(call) {
      const { clientId } = check<{ clientId: string }>('campaign test', () => trialSchema, call.body)
      const id = idOf(call.params, kind)
      const answer = await runOnce(call, scopeOf(call), async (tx) => {
        await campaigns.prepareTrial(tx, call.membership.broadcastId, id, clientId)
        return { answer: { status: 200, json: { outcome: 'unknown' } } }
      })
      if (answer.headers?.['idempotent-replayed']) return answer
      // The push service is called after the idempotency key was stored, outside its transaction.
      const trial = await campaigns.prepareTrial(db, call.membership.broadcastId, id, clientId)
      return { ...answer, json: { outcome: await campaigns.try(call.membership, trial) } }
    },
  })
}

function publicKeyRoute({ facts, campaigns }: CampaignRouteParts): Route {
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/push`,
    tag: 'public',
    summary: 'Read the key that browsers need to subscribe to messages',
    kept: 'content',
    answers: {
      200: {
        description: 'The `applicationServerKey` of `pushManager.subscribe`. It stays the same.',
        schema: publicKeySchema,
        example: {
          publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
        },
      },
    },
    handle: async ({ site }) =>
      published(facts, site, { json: { publicKey: await campaigns.publicKey(site.broadcastId) } }),
  })
}

const counted = { type: 'integer', minimum: 0 }
const reachSchema = {
  title: 'CampaignReach',
  type: 'object',
  required: ['total', 'reachable'],
  properties: {
    total: { ...counted, description: 'Clients that the audience selects.' },
    reachable: { ...counted, description: 'Those of them that have a push subscription.' },
  },
}
const summarySchema = {
  title: 'CampaignSummary',
  type: 'object',
  required: ['addressed', 'delivered', 'failed', 'gone', 'opened', 'languages', 'hours'],
  properties: {
    addressed: { ...counted, description: 'Clients that matched the audience and had a subscription.' },
    delivered: { ...counted, description: 'Messages that push services accepted.' },
    failed: { ...counted, description: 'Messages that push services refused.' },
    gone: { ...counted, description: 'Clients and subscriptions that no longer existed.' },
    opened: { ...counted, description: 'Notifications that were opened.' },
    languages: {
      type: 'array',
      description: 'By the language of the message, the largest first; `locale` is null for the default texts.',
      items: {
        type: 'object',
        required: ['locale', 'delivered', 'failed', 'gone', 'opened'],
        properties: {
          locale: { type: ['string', 'null'] },
          delivered: counted,
          failed: counted,
          gone: counted,
          opened: counted,
        },
      },
    },
    hours: {
      type: 'array',
      description: 'The first 24 hours; none before it is sent.',
      items: {
        type: 'object',
        required: ['at', 'opened'],
        properties: { at: { type: 'string', format: 'date-time' }, opened: counted },
      },
    },
  },
}
const summaryExample = {
  addressed: 840,
  delivered: 810,
  failed: 4,
  gone: 26,
  opened: 312,
  languages: [
    { locale: 'fr', delivered: 600, failed: 3, gone: 20, opened: 240 },
    { locale: null, delivered: 210, failed: 1, gone: 6, opened: 72 },
  ],
  hours: [{ at: '2026-07-03T18:00:00.000Z', opened: 180 }],
}
const trialSchema = {
  title: 'CampaignTest',
  type: 'object',
  required: ['clientId'],
  additionalProperties: false,
  properties: { clientId: shapes.ObjectId },
}
const triedSchema = {
  title: 'CampaignTested',
  type: 'object',
  required: ['outcome'],
  properties: { outcome: { type: 'string', enum: ['sent', 'gone', 'failed', 'unknown'] } },
}
const publicKeySchema = {
  title: 'PushKey',
  type: 'object',
  required: ['publicKey'],
  properties: { publicKey: { type: 'string', description: 'A point of P-256 in base64url.' } },
}
