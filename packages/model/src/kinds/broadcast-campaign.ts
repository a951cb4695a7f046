import { always, defineKind, nullable } from '../kind.ts'
import { Navigator } from '../shapes/navigator.ts'
import { Anything, Choice, Description, Instant, Maybe, Shape, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

const Audience = Shape(
  { filters: Maybe(Type.Array(Anything, { maxItems: 50 })), filtersLogical: Maybe(Choice('$and', '$or', '$nor')) },
  { title: 'Audience' },
)

const count = Type.Optional(Type.Integer({ minimum: 0 }))

/** Empty until the campaign is sent. */
const Stats = Shape(
  {
    /** Clients that matched the audience and had a subscription when sending began. */
    total: count,
    /** Messages that push services accepted. */
    sent: count,
    failed: count,
    /** Clients that were deleted or unsubscribed, and subscriptions that push services no longer know. */
    gone: count,
    /** The same by the language of the message; `und` for clients without one. */
    languages: Type.Optional(Type.Record(Type.String(), Shape({ sent: count, failed: count, gone: count }))),
    startedAt: Maybe(Instant),
    endedAt: Maybe(Instant),
    /** Why it failed, as a sentence. */
    reason: Type.Optional(Type.String()),
  },
  { title: 'CampaignStats' },
)

export const broadcastCampaign = defineKind({
  name: 'broadcastCampaign',
  plural: 'broadcastCampaigns',
  about: 'A message pushed to the apps of the visitors.',
  trash: true,
  fields: {
    title: nullable(Title, { localized: true, sort: true }),
    body: nullable(Description, { localized: true }),
    navigator: nullable(Navigator),
    status: always(Choice('draft', 'scheduled', 'sending', 'sent', 'failed', 'cancelled'), {
      default: 'draft',
      sort: true,
    }),
    scheduledAt: nullable(Instant, { sort: true }),
    audience: nullable(Audience),
    stats: always(Stats, { default: {}, readOnly: true, unlogged: true }),
  },
})
