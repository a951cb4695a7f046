/** A position in a record that can refer to another record. */
export interface ReferencePlace {
  /** The plural of the referring kind; `broadcast` is the broadcast itself. */
  on: string
  /** The plural of the kind it refers to. */
  to: string
  /** The JSON pointer of the reference. */
  pointer: string
  /** A body with the reference set. */
  body(id: string): Record<string, unknown>
}

/** Every kind of reference in the decision records, written by hand and not derived from the model. */
export const referencePlaces: ReferencePlace[] = [
  ...listsOf('broadcastCategories', 'categoryIds', [
    'broadcastSessions',
    'broadcastPages',
    'broadcastHosts',
    'broadcastInterestPoints',
    'broadcastArticles',
  ]),
  ...listsOf('broadcastHosts', 'hostIds', ['broadcastSessions']),
  ...listsOf('broadcastSessions', 'favoriteIds', ['broadcastClients']),
  place('broadcastSessions', 'broadcastInterestPoints', '/interestPointId'),
  place('broadcastSessions', 'broadcastMaps', '/broadcastMapId'),
  place('broadcastInterestPoints', 'broadcastMaps', '/mapId'),
  place('broadcastCategories', 'broadcastCategories', '/parentId'),
  place('broadcastContacts', 'broadcastNetworkingForms', '/formId'),
  place('broadcastEvents', 'broadcastClients', '/clientId', { type: 'open' }),
  ...navigators('broadcastInterestPoints', '/navigator'),
  ...navigators('broadcastCampaigns', '/navigator'),
  ...navigators('broadcastPages', '/blocks/0/navigator', block('button')),
  ...navigators('broadcastSessions', '/blocks/0/navigator', block('sessions')),
  ...navigators('broadcastHosts', '/blocks/0/values/0/navigator', block('media')),
  ...navigators('broadcastArticles', '/blocks/0/values/0/navigator', block('question')),
  ...navigators('broadcastPages', '/blocks/0/blocks/0/navigator', section('hosts')),
  ...navigators('broadcastSessions', '/localeDetails/fr/blocks/0/navigator', localized('fr', block('button'))),
  ...navigators(
    'broadcastPages',
    '/localeDetails/en/blocks/0/blocks/0/navigator',
    localized('en', section('articles')),
  ),
  place('broadcastPages', 'broadcastMaps', '/blocks/0/broadcastMapId', block('map')),
  place('broadcastPages', 'broadcastInterestPoints', '/blocks/0/interestPointId', block('map')),
  ...navigators('broadcast', '/menu/sections/0/tiles/0/navigator'),
  ...navigators('broadcast', '/structure/profileTiles/0/navigator'),
  ...navigators('broadcast', '/bottomBar/homeTile/navigator'),
  ...navigators('broadcast', '/bottomBar/fourthTile/navigator'),
  ...navigators('broadcast', '/appBar/leftNavigator'),
  ...navigators('broadcast', '/appBar/rightNavigator'),
  ...navigators('broadcast', '/home/blocks/0/navigator', homeBlocks()),
  ...navigators('broadcast', '/home/blocks/1/blocks/0/navigator', homeBlocks()),
  ...navigators('broadcast', '/authProviders/0/blocks/0/navigator', {
    authProviders: [{ type: 'oAuth', ...block('button') }],
  }),
  place('broadcast', 'fonts', '/fontRef/fontHolderId'),
  place('broadcast', 'fonts', '/theme/fontRef/fontHolderId'),
  place('broadcast', 'fonts', '/theme/bodyTextStyle/fontRef/fontHolderId'),
  ...['broadcastSessions', 'broadcastPages', 'broadcastHosts', 'broadcastInterestPoints', 'broadcastArticles'].map(
    (on) => place(on, 'medias', '/media/mediaId'),
  ),
  place('broadcastMaps', 'medias', '/media/mediaId'),
  place('broadcastPages', 'medias', '/blocks/0/values/0/media/mediaId', block('media')),
  place(
    'broadcastArticles',
    'medias',
    '/localeDetails/es/blocks/0/values/0/media/mediaId',
    localized('es', block('media')),
  ),
  place('broadcast', 'medias', '/appBar/logo/mediaId'),
  place('broadcast', 'medias', '/theme/logo/mediaId'),
  place('broadcast', 'medias', '/home/header/logo/mediaId'),
  place('broadcast', 'medias', '/home/header/background/mediaId'),
  place('fonts', 'medias', '/weights/0/mediaId', { fontFamily: 'Inter', weights: [{ weight: 400 }] }),
]

function place(on: string, to: string, pointer: string, around: Record<string, unknown> = {}): ReferencePlace {
  return { on, to, pointer, body: (id) => withValue(around, pointer, id) }
}

function listsOf(to: string, field: string, holders: string[]): ReferencePlace[] {
  return holders.map((on) => place(on, to, `/${field}/0`))
}

/** The six references of a Navigator. */
function navigators(on: string, pointer: string, around: Record<string, unknown> = {}): ReferencePlace[] {
  return ['Article', 'Page', 'Session', 'Host', 'InterestPoint', 'Map'].map((name) =>
    place(on, `broadcast${name}s`, `${pointer}/broadcast${name}Id`, around),
  )
}

function block(type: string): Record<string, unknown> {
  return { blocks: [{ type }] }
}

function section(type: string): Record<string, unknown> {
  return { blocks: [{ type: 'section', ...block(type) }] }
}

function homeBlocks(): Record<string, unknown> {
  return { home: { blocks: [{ type: 'button' }, { type: 'section', ...block('button') }] } }
}

function localized(locale: string, details: Record<string, unknown>): Record<string, unknown> {
  return { localeDetails: { [locale]: details } }
}

/** A copy with a value at a JSON pointer; missing parents are created. */
function withValue(around: Record<string, unknown>, pointer: string, value: unknown): Record<string, unknown> {
  const body = structuredClone(around)
  const names = pointer.slice(1).split('/')
  let holder: Record<string, unknown> = body
  names.forEach((name, at) => {
    if (at === names.length - 1) holder[name] = value
    else {
      holder[name] ??= /^\d+$/.test(names[at + 1] ?? '') ? [] : {}
      holder = holder[name] as Record<string, unknown>
    }
  })
  return body
}

/** The value at a JSON pointer. */
export function valueAt(record: unknown, pointer: string): unknown {
  let value = record
  for (const name of pointer.slice(1).split('/')) value = (value as Record<string, unknown> | undefined)?.[name]
  return value
}

/** Merges one body into another, recursively through objects and lists. */
export function laidOver(under: unknown, over: unknown): unknown {
  if (typeof under !== 'object' || under === null || typeof over !== 'object' || over === null) return over
  const copy = structuredClone(under) as Record<string, unknown>
  for (const [name, value] of Object.entries(over)) copy[name] = laidOver(copy[name], value)
  return copy
}
