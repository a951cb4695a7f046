import Type from 'typebox'
import { always, defineKind, nullable } from '../kind.ts'
import { Navigator } from '../shapes/navigator.ts'
import { Anything, Choice, Description, FreeForm, Instant, Maybe, Shape, Title } from '../shapes/scalars.ts'

const Audience = Shape(
  { filters: Maybe(Type.Array(Anything, { maxItems: 50 })), filtersLogical: Maybe(Choice('$and', '$or', '$nor')) },
  { title: 'Audience' },
)

export const broadcastCampaign = defineKind({
  name: 'broadcastCampaign',
  plural: 'broadcastCampaigns',
  about: 'A message pushed to the apps of the visitors.',
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
    stats: always(FreeForm, { default: {}, readOnly: true, operational: true }),
  },
})
