import Type from '../type.ts'
import { Anything, Choice, LinkUrl, Localized, Maybe, Reference, Shape, Title } from './scalars.ts'

export const NativeContent = Choice(
  'contact',
  'localTicket',
  'articles',
  'maps',
  'home',
  'program',
  'hosts',
  'menu',
  'auth',
  'profile',
  'favorites',
  'campaigns',
  'networkingForms',
  'networkingScan',
  'meteo',
  'search',
)

const safeCount = { minimum: 0, maximum: 9_007_199_254_740_991 }

/** `limit: -1` means the server's largest page size. */
export const NavigatorQuery = Shape(
  {
    filters: Maybe(Type.Array(Anything)),
    filtersLogical: Maybe(Choice('$and', '$or', '$nor')),
    limit: Maybe(Type.Integer({ minimum: -1, maximum: safeCount.maximum })),
    skip: Maybe(Type.Integer(safeCount)),
    sort: Maybe(
      Type.Unsafe<Record<string, 'asc' | 'desc'>>({
        type: 'object',
        additionalProperties: { type: 'string', enum: ['asc', 'desc'] },
      }),
    ),
  },
  { title: 'NavigatorQuery' },
)

/** The target of a tap: a link, a record, or a built-in screen of the app. */
export const Navigator = Shape(
  {
    url: Maybe(LinkUrl),
    broadcastArticleId: Maybe(Reference('broadcastArticle')),
    broadcastPageId: Maybe(Reference('broadcastPage')),
    broadcastSessionId: Maybe(Reference('broadcastSession')),
    broadcastHostId: Maybe(Reference('broadcastHost')),
    broadcastInterestPointId: Maybe(Reference('broadcastInterestPoint')),
    broadcastMapId: Maybe(Reference('broadcastMap')),
    nativeContent: Maybe(NativeContent),
    query: Maybe(NavigatorQuery),
  },
  { title: 'Navigator' },
)

/** `type` is chosen by the client: icon sets name theirs as they like, and empty means none. */
export const Icon = Shape(
  {
    family: Maybe(Choice('lucide', 'remix', 'hero')),
    type: Maybe(Type.String({ maxLength: 1_000, examples: ['calendar', 'map-pin', 'music'] })),
  },
  { title: 'Icon' },
)

export const Tile = Localized(
  ['title'],
  {
    bottomBarIndex: Maybe(Type.Number()),
    navigator: Maybe(Navigator),
    title: Maybe(Title),
    icon: Maybe(Icon),
  },
  { title: 'Tile' },
)
