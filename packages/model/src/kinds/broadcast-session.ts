import { always, defineKind, list, nullable, ref, refs } from '../kind.ts'
import { Block } from '../shapes/block.ts'
import { Attachment, Link } from '../shapes/link.ts'
import {
  Description,
  Instant,
  LinkUrl,
  Locale,
  Maybe,
  Media,
  NonEmptyTitle,
  Nullable,
  PublishStatus,
  Shape,
  TimeZone,
  Title,
  Url,
} from '../shapes/scalars.ts'
import Type from '../type.ts'

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

/** Any BCP 47 tag, also those of regions, scripts and private use: the language of a stage is not that of a website. */
const SpokenLanguage = Type.String({
  pattern: '^(?:[A-Za-z]{2,8}|[xX](?=-))(?:-[A-Za-z0-9]{1,8})*$',
  maxLength: 100,
  description: 'A language as a BCP 47 tag, such as fr, gsw or pt-BR',
  examples: ['fr'],
})

const SessionSource = Shape(
  { id: Maybe(Type.String({ minLength: 1, maxLength: 500 })), url: Maybe(LinkUrl) },
  { title: 'SessionSource' },
)

const Recording = Shape(
  { url: Maybe(Url), license: Maybe(Type.String({ maxLength: 500 })), isOptedOut: Type.Optional(Type.Boolean()) },
  { title: 'Recording' },
)

/** A snapshot for visitors. The place is a name, because the place itself may be renamed or deleted meanwhile. */
const MovedFrom = Shape(
  { start: Maybe(Instant), end: Maybe(Instant), place: Maybe(Type.String({ maxLength: 500 })) },
  { title: 'MovedFrom', description: 'Where the session was before it moved; visitors see it until it is cleared.' },
)

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
    cancelled: 'cancelled',
    place: 'interestPointId',
    people: 'hostIds',
  },
  public: [
    'title',
    'subtitle',
    'status',
    'cancelled',
    'movedFrom',
    'type',
    'languages',
    'description',
    'time',
    'categoryIds',
    'hostIds',
    'interestPointId',
    'broadcastMapId',
    'media',
    'color',
    'blocks',
    'links',
    'attachments',
    'recording',
    'feedbackUrl',
    'guid',
    'source',
    'defaultLocale',
  ],
  fields: {
    title: nullable(NonEmptyTitle, { localized: true, sort: true }),
    subtitle: nullable(Title, { localized: true, filter: true }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
    cancelled: always(Type.Boolean(), { default: false, filter: true }),
    movedFrom: nullable(MovedFrom),
    type: nullable(
      Type.String({ minLength: 1, maxLength: 100, examples: ['concert', 'talk', 'workshop', 'panel', 'film'] }),
      { filter: true, sort: true },
    ),
    languages: list(SpokenLanguage, { filter: true, maxItems: 20 }),
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
    links: list(Link, { maxItems: 100 }),
    attachments: list(Attachment, { maxItems: 100 }),
    recording: nullable(Recording),
    feedbackUrl: nullable(Url, { label: 'Feedback' }),
    guid: nullable(Type.String({ minLength: 1, maxLength: 200 }), { label: 'Stable id', filter: true }),
    source: nullable(SessionSource, { filter: ['id'] }),
    defaultLocale: nullable(Locale, { filter: true }),
  },
})
