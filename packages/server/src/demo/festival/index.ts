import { articles } from './articles/index.ts'
import { assets } from './assets.ts'
import { categories } from './categories.ts'
import { home } from './home.ts'
import { hosts } from './hosts/index.ts'
import { appBar, bottomBar, menu, profileTiles, theme } from './look.ts'
import { outreach } from './outreach.ts'
import { pages } from './pages/index.ts'
import { map, places } from './places/index.ts'
import type { DemoRecord, Id } from './record.ts'
import { dayStart, sessions, timezone } from './sessions/index.ts'
import { workflows } from './workflows.ts'

export { logoSvg } from './logo-svg.ts'
export { mapSvg } from './map-svg.ts'
export type { DemoRecord } from './record.ts'

export interface Festival {
  /** The PATCH body of the broadcast, applied last because it refers to the records. */
  broadcast: Record<string, unknown>
  /** In the order of creation: each refers only to earlier records. */
  records: DemoRecord[]
}

/** Grande Étale, an invented festival of music and ideas. `id(name)` maps the symbolic name of a record to its object id, always the same one within a call; `baseUrl` is that of the service, which has its pictures. */
export function makeFestival(id: Id, baseUrl: string): Festival {
  return {
    broadcast: {
      name: 'Grande Étale',
      type: 'festival',
      shortDescription: 'Musiques, idées et mains à Port-Galvenn, du 2 au 4 juillet 2027',
      description:
        'Trois jours de concerts, de conférences et d’ateliers dans un port, quand la mer retient son souffle : six scènes entre la jetée, le phare et la dune, de l’aube au bout de la nuit.',
      timezone,
      dayStart,
      defaultLocale: 'fr',
      isPrivate: false,
      isWeb: true,
      isApp: true,
      theme: theme(id),
      fontRef: { fontHolderId: id('font-estran'), weight: 400, style: 'normal' },
      appBar: appBar(id),
      bottomBar: bottomBar(),
      menu: menu(id),
      structure: { profileTiles: profileTiles() },
      home: home(id),
    },
    records: [
      ...assets(id, baseUrl),
      ...categories(id),
      map(id),
      ...places(id),
      ...hosts(id),
      ...sessions(id),
      ...articles(id, baseUrl),
      ...pages(id),
      ...outreach(id),
      ...workflows(id),
    ],
  }
}
