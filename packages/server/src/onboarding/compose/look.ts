import { type Composing, type Composition, lucide, present, shown } from './drafts.ts'
import { type Label, labelIn } from './labels.ts'
import { pageReference } from './writings.ts'

interface Tile {
  title: string
  icon: { family: string; type: string }
  navigator: Record<string, unknown>
  bottomBarIndex?: number
}

/** The bars and the menu of an app, only for content that was found: a tile without a target is worse than none. */
export function lookOf(composing: Composing, made: Composition) {
  const { palette, picture, site } = composing
  const logo = picture(site.logos[0]?.url, site.name)
  return {
    appBar: present({
      backgroundColor: palette.bar,
      accentColor: palette.onBar,
      logo: logo && shown(logo),
      logoPadding: logo ? 6 : undefined,
      leftNavigator: { nativeContent: 'menu' },
      rightNavigator: { nativeContent: 'search' },
    }),
    bottomBar: bottomBarOf(composing, made),
    menu: { color: palette.background, sections: sectionsOf(composing, made) },
    structure: {
      profileTiles: [
        {
          title: labelIn(site.language, 'favorites'),
          icon: lucide('heart'),
          navigator: { nativeContent: 'favorites' },
        },
      ],
    },
  }
}

function bottomBarOf(composing: Composing, made: Composition) {
  const { palette } = composing
  const tiles = [...contentTiles(composing, made), ...pageTiles(composing, made).map(({ tile }) => tile)]
  const distinct = [...new Map(tiles.map((tile) => [JSON.stringify(tile.navigator), tile])).values()]
  const [first, second, third] = distinct.slice(0, 3)
  const placed = (tile: Tile | undefined, bottomBarIndex: number) => tile && { ...tile, bottomBarIndex }
  const last = [first, second, third].filter((tile) => tile !== undefined).length + 1
  const menu = placed(nativeTile(composing, 'menu', 'menu', 'menu'), last)
  const order = [placed(first, 1), placed(second, 2), placed(third, 3)].filter((tile) => tile !== undefined)
  const [firstTile, secondTile, thirdTile, fourthTile] = [...order, menu]
  return present({
    homeTile: placed(nativeTile(composing, 'home', 'house', 'home'), 0),
    firstTile,
    secondTile,
    thirdTile,
    fourthTile,
    borderRadius: 20,
    backgroundColor: palette.bar,
    accentColor: palette.barAccent,
    style: 'floating',
  })
}

/** Built-in screens, if there is something to show on them. */
function contentTiles(composing: Composing, { sessions, hosts, articles, maps, places }: Composition): Tile[] {
  const hostLabel = composing.site.type === 'conference' ? 'speakers' : 'hosts'
  return [
    ...(sessions.length > 0 ? [nativeTile(composing, 'programme', 'calendar-days', 'program')] : []),
    ...(maps.length > 0 ? [nativeTile(composing, places.length > 1 ? 'places' : 'map', 'map', 'maps')] : []),
    ...(articles.length > 0 ? [nativeTile(composing, 'articles', 'newspaper', 'articles')] : []),
    ...(hosts.length > 0 ? [nativeTile(composing, hostLabel, 'mic-vocal', 'hosts')] : []),
  ]
}

/** The pages of the site, by priority for visitors. */
function pageTiles({ id }: Composing, { pages }: Composition): { group: string; tile: Tile }[] {
  const worth = (topic: { worth: number } | undefined) => topic?.worth ?? 1
  return [...pages]
    .sort((a, b) => worth(b.page.topic) - worth(a.page.topic))
    .flatMap(({ page }) => {
      const broadcastPageId = id(pageReference(page))
      const tile = { title: page.label, icon: lucide(page.topic?.icon ?? 'file-text'), navigator: { broadcastPageId } }
      return broadcastPageId ? [{ tile, group: page.topic?.group ?? 'about' }] : []
    })
}

function sectionsOf(composing: Composing, made: Composition) {
  const { site, id } = composing
  const say = (label: Label) => labelIn(site.language, label)
  const pages = pageTiles(composing, made)
  const elsewhere = site.elsewhere.filter(
    ({ topic: { name } }) =>
      !(name === 'news' && made.articles.length > 0) && !(name === 'programme' && made.sessions.length > 0),
  )
  const of = (group: string) => [
    ...pages.filter((page) => page.group === group).map(({ tile }) => tile),
    ...elsewhere
      .filter(({ topic }) => topic.group === group)
      .map(({ url, label, topic }) => ({ title: label, icon: lucide(topic.icon), navigator: { url } })),
  ]
  const hostLabel = site.type === 'conference' ? 'speakers' : 'hosts'
  const categories = made.categories.slice(0, 5).flatMap(({ body, reference }): Tile[] => {
    const categoryId = id(reference)
    if (!categoryId || made.categories.length < 2) return []
    const navigator = {
      nativeContent: 'program',
      query: { filters: [{ categoryIds: categoryId }], sort: { 'time.start': 'asc' } },
    }
    return [{ title: String(body.title), icon: Object(body.icon), navigator }]
  })
  const link = (label: Label, icon: string, url: string | undefined): Tile[] =>
    url ? [{ title: say(label), icon: lucide(icon), navigator: { url } }] : []
  const sections: [Label, Tile[]][] = [
    [
      'onTheProgramme',
      [
        ...(made.sessions.length > 0 ? [nativeTile(composing, 'wholeProgramme', 'calendar-days', 'program')] : []),
        ...(made.hosts.length > 0 ? [nativeTile(composing, hostLabel, 'mic-vocal', 'hosts')] : []),
        ...categories,
        ...of('programme'),
      ],
    ],
    ['onSite', [...(made.maps.length > 0 ? [nativeTile(composing, 'map', 'map', 'maps')] : []), ...of('site')]],
    ['prepare', [...link('tickets', 'ticket', site.ticketsUrl), ...of('prepare')]],
    [
      'about',
      [
        ...of('about'),
        ...(made.articles.length > 0 ? [nativeTile(composing, 'articles', 'newspaper', 'articles')] : []),
        ...link('website', 'globe', site.url),
      ],
    ],
  ]
  return sections
    .filter(([, tiles]) => tiles.length > 0)
    .map(([label, tiles]) => ({ title: say(label), tiles: tiles.slice(0, 12) }))
}

function nativeTile({ site }: Composing, label: Label, icon: string, nativeContent: string): Tile {
  return { title: labelIn(site.language, label), icon: lucide(icon), navigator: { nativeContent } }
}
