import type { TSchema } from 'typebox'
import Type from '../type.ts'
import { Icon, Navigator, NavigatorQuery } from './navigator.ts'
import {
  Anything,
  ByType,
  Color,
  Description,
  Instant,
  LinkUrl,
  Maybe,
  Media,
  OpenWord,
  Reference,
  Shape,
  Title,
  Url,
} from './scalars.ts'

const align = Maybe(OpenWord('left', 'center', 'right'))

/** A list of records: filtered and sorted by `query`, headed by `title`, with a link to all of them in `navigator`. */
const recordList = { title: Maybe(Title), query: Maybe(NavigatorQuery), navigator: Maybe(Navigator) }

const leafBlocks = [
  block('title', { text: Maybe(Title), level: Maybe(Type.Integer({ minimum: 1, maximum: 6 })), align }),
  block('paragraph', { text: Maybe(Description), align }),
  block('media', {
    values: values({
      media: Type.Optional(Media),
      backgroundColor: Maybe(Color),
      fit: Maybe(OpenWord('cover', 'contain')),
      navigator: Maybe(Navigator),
      caption: Maybe(Title),
    }),
    autoplay: Maybe(Type.Boolean()),
    ratio: Maybe(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
  }),
  block('embed', {
    url: Maybe(Url),
    title: Maybe(Title),
    ratio: Maybe(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
  }),
  block('button', {
    label: Maybe(Title),
    navigator: Maybe(Navigator),
    icon: Maybe(Icon),
    style: Maybe(OpenWord('filled', 'outlined', 'text')),
    backgroundColor: Maybe(Color),
    accentColor: Maybe(Color),
  }),
  block('question', {
    text: Maybe(Title),
    values: values({ label: Maybe(Title), navigator: Maybe(Navigator), icon: Maybe(Icon) }),
  }),
  block('divider', {
    color: Maybe(Color),
    thickness: Maybe(Type.Number({ minimum: 0, maximum: 1_000 })),
    style: Maybe(OpenWord('line', 'space', 'wave')),
  }),
  block('sessions', recordList),
  block('hosts', recordList),
  block('interestPoints', recordList),
  block('articles', recordList),
  block('countdown', { target: Maybe(Instant), title: Maybe(Title), endText: Maybe(Title) }),
  block('socials', {
    values: values({
      network: Maybe(OpenWord('instagram', 'mastodon', 'youtube')),
      url: Maybe(LinkUrl),
      label: Maybe(Title),
    }),
  }),
  block('meteo', {
    title: Maybe(Title),
    place: Maybe(Title),
    latitude: Maybe(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Maybe(Type.Number({ minimum: -180, maximum: 180 })),
    days: Maybe(Type.Integer({ minimum: 1, maximum: 14 })),
  }),
  block('map', {
    title: Maybe(Title),
    broadcastMapId: Maybe(Reference('broadcastMap')),
    interestPointId: Maybe(Reference('broadcastInterestPoint')),
    zoom: Maybe(Type.Number({ minimum: -10, maximum: 24 })),
  }),
] as const

/** A titled group of other blocks. Sections do not nest. */
const section = block('section', {
  title: Maybe(Title),
  subtitle: Maybe(Title),
  backgroundColor: Maybe(Color),
  accentColor: Maybe(Color),
  blocks: Type.Optional(Type.Array(ByType('LeafBlock', leafBlocks))),
})

export const blockSchemas = [...leafBlocks, section] as const
export const blockTypes = blockSchemas.map((schema) => schema.properties.type.const)

export const Block = ByType('Block', blockSchemas)
export const Blocks = Type.Array(Block, { maxItems: 500 })

function block<const T extends string, P extends Record<string, TSchema>>(type: T, own: P) {
  return Shape(
    {
      type: Type.Literal(type),
      key: Maybe(Type.String({ maxLength: 200 })),
      height: Maybe(Type.Number()),
      format: Maybe(OpenWord('carousel', 'grid', 'list')),
      values: Maybe(Type.Array(Anything, { maxItems: 500 })),
      ...own,
    },
    { title: `${type.charAt(0).toUpperCase()}${type.slice(1)}Block` },
  )
}

function values<P extends Record<string, TSchema>>(properties: P) {
  return Maybe(Type.Array(Shape(properties), { maxItems: 500 }))
}
