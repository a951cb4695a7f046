import { category } from '../categories.ts'
import { mapSize } from '../map-svg.ts'
import { pictureOf } from '../pictures.ts'
import { type DemoRecord, type Id, record } from '../record.ts'
import { halves, localized } from '../text.ts'
import { allPlaces } from './all.ts'

export function map(id: Id): DemoRecord {
  return record(id, 'broadcastMap', 'map-festival', {
    ...localized((_locale, say) => ({ title: say('Plan du festival', 'Festival map', 'Plano del festival') })),
    type: 'image',
    status: 'published',
    media: {
      url: '/demo/map.svg',
      alt: 'Plan dessiné de la baie de Galvenn : le port, la plage, les scènes et les campings',
    },
    ...mapSize,
  })
}

export function places(id: Id): DemoRecord[] {
  return allPlaces.map(({ name, category: key, x, y, text, icon }) =>
    record(id, 'broadcastInterestPoint', `place-${name}`, {
      ...localized((locale) => {
        const [title, description] = halves(text, locale)
        return { title, description }
      }),
      status: 'published',
      mapId: id('map-festival'),
      position: { x, y },
      categoryIds: [id(`category-${key}`)],
      color: category(key).color,
      icon: { family: 'lucide', type: icon ?? category(key).icon },
      ...pictureOf(id, name),
    }),
  )
}
