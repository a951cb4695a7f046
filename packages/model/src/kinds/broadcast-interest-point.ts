import { always, defineKind, list, nullable, ref, refs } from '../kind.ts'
import { Block } from '../shapes/block.ts'
import { Icon, Navigator } from '../shapes/navigator.ts'
import { Color, Description, Media, PublishStatus, Shape, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

const coordinate = Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })
const position = Shape(
  { x: coordinate, y: coordinate },
  { title: 'Position', description: 'Whole pixels on an image map, degrees of longitude and latitude on a geo map.' },
)

const order = Type.Number({
  minimum: -1_000_000_000,
  maximum: 1_000_000_000,
  description:
    'The position among the stages of the programme: smaller numbers first, places without one last, by name.',
})

export const broadcastInterestPoint = defineKind({
  name: 'broadcastInterestPoint',
  plural: 'broadcastInterestPoints',
  about: 'A place on a map: a stage, a stand, a facility.',
  editorial: true,
  events: 'place',
  public: [
    'title',
    'status',
    'description',
    'mapId',
    'position',
    'categoryIds',
    'media',
    'color',
    'icon',
    'navigator',
    'blocks',
    'order',
  ],
  fields: {
    title: nullable(Title, { localized: true, sort: true }),
    description: nullable(Description, { localized: true, filter: true }),
    mapId: ref('broadcastMap', { label: 'Map' }),
    position: nullable(position, { filter: ['x', 'y'] }),
    categoryIds: refs('broadcastCategory', { label: 'Categories' }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
    media: nullable(Media),
    color: nullable(Color, { filter: true }),
    icon: nullable(Icon),
    navigator: nullable(Navigator),
    blocks: list(Block, { localized: true, maxItems: 500 }),
    order: nullable(order, { sort: true }),
  },
})
