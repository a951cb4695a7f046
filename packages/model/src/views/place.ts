import { broadcastInterestPoint } from '../kinds/broadcast-interest-point.ts'
import { Description, Name, NonEmptyTitle, Nullable, Shape, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'
import { CategoryKey, commonFirst, commonLast, renamed, type View } from './view.ts'

const pixel = Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })

/** An interest point, with coordinates in pixels of its drawn map. */
export const placeView: View = {
  name: 'place',
  plural: 'places',
  about: 'A stage, stand, facility or other point of interest on the map.',
  kind: broadcastInterestPoint,
  fields: {
    ...commonFirst,
    name: {
      schema: Name(5_000, 'Harbour stage'),
      shownAs: Nullable(Title),
      listedAs: NonEmptyTitle,
      required: true,
      example: 'Harbour stage',
    },
    category: { schema: CategoryKey, example: 'stage' },
    description: { schema: Nullable(Description), example: 'The large one, by the water.' },
    coordinates: {
      schema: Nullable(Shape({ x: pixel, y: pixel }, { title: 'Coordinates' })),
      example: { x: 640, y: 410 },
    },
    ...commonLast,
  },
  pointers: [
    ['/title', '/name'],
    ['/position', '/coordinates'],
    ['/categoryIds/0', '/category'],
    ['/categoryIds', '/category'],
    ['/mapId', '/coordinates'],
    ['/_reference', '/reference'],
  ],
  isShown: () => true,
  isListed: (record) => typeof record.title === 'string' && record.title !== '',
  show: (record, { category, hasPixels }) => ({
    id: record._id,
    name: record.title,
    category,
    description: record.description,
    coordinates: hasPixels ? wholePixels(record.position) : null,
    reference: record._reference,
    status: record.status,
    created_at: record._createdAt,
    updated_at: record._updatedAt,
  }),
  toPatch: (sent, before) => ({
    ...renamed(sent, { name: 'title', description: 'description', coordinates: 'position', reference: '_reference' }),
    ...(before === null && { status: 'published' }),
  }),
}

/** Both surfaces show one position: one that is no pixel, such as that of a world map which was deleted, is none here. */
function wholePixels(position: unknown): unknown {
  const { x, y } = Object(position)
  return Number.isInteger(x) && Number.isInteger(y) ? position : null
}
