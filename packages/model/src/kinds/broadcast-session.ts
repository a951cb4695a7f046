import Type from 'typebox'
import { always, defineKind, list, nullable, ref, refs } from '../kind.ts'
import { Block } from '../shapes/block.ts'
import {
  Description,
  Instant,
  Locale,
  Media,
  NonEmptyTitle,
  Nullable,
  PublishStatus,
  Shape,
  TimeZone,
} from '../shapes/scalars.ts'

export const SessionTime = Shape(
  {
    start: Type.Optional(Nullable(Instant)),
    end: Type.Optional(Nullable(Instant)),
    timezone: Type.Optional(Nullable(TimeZone)),
    allDay: Type.Optional(Type.Boolean()),
  },
  { title: 'SessionTime' },
)

export const emptyTime = { start: null, end: null, timezone: null, allDay: false }

export const broadcastSession = defineKind({
  name: 'broadcastSession',
  plural: 'broadcastSessions',
  about: 'Something that happens at a time: a concert, a talk, a workshop.',
  editorial: true,
  events: 'event',
  dayField: 'time.start',
  occupies: {
    start: 'time.start',
    end: 'time.end',
    allDay: 'time.allDay',
    place: 'interestPointId',
    people: 'hostIds',
  },
  public: [
    'title',
    'status',
    'description',
    'time',
    'categoryIds',
    'hostIds',
    'interestPointId',
    'broadcastMapId',
    'media',
    'color',
    'blocks',
    'defaultLocale',
  ],
  fields: {
    title: nullable(NonEmptyTitle, { localized: true, sort: true }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
    description: nullable(Description, { localized: true, filter: true }),
    time: always(SessionTime, {
      default: emptyTime,
      filter: ['start', 'end', 'timezone', 'allDay'],
      sort: ['start', 'end'],
    }),
    categoryIds: refs('broadcastCategory', { label: 'Categories' }),
    hostIds: refs('broadcastHost', { label: 'Hosts' }),
    interestPointId: ref('broadcastInterestPoint', { label: 'Place', sort: true }),
    broadcastMapId: ref('broadcastMap', { label: 'Map' }),
    media: nullable(Media),
    color: nullable(Type.String({ maxLength: 100 }), { filter: true }),
    blocks: list(Block, { localized: true, maxItems: 500 }),
    defaultLocale: nullable(Locale, { filter: true }),
  },
})
