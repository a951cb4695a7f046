import { palette } from './palette.ts'
import { type DemoRecord, type Id, record } from './record.ts'
import { localized, type Text } from './text.ts'

/** The external images, and the typeface. */
export function assets(id: Id): DemoRecord[] {
  return [
    portrait(id, 'sel-gris', palette.coral, {
      fr: 'Les quatre membres de Sel Gris devant une conserverie vide',
      en: 'The four members of Sel Gris in front of an empty cannery',
      es: 'Los cuatro miembros de Sel Gris ante una conservera vacía',
    }),
    portrait(id, 'ondine-valmarec', palette.sea, {
      fr: 'Ondine Valmarec assise à un piano droit, sur une cale, à marée haute',
      en: 'Ondine Valmarec at an upright piano on a slipway at high tide',
      es: 'Ondine Valmarec ante un piano vertical, en una rampa con marea alta',
    }),
    portrait(id, 'balise-9', palette.heather, {
      fr: 'Les deux musiciens de Balise 9 dans le faisceau d’un phare',
      en: 'The two musicians of Balise 9 in the beam of a lighthouse',
      es: 'Los dos músicos de Balise 9 en el haz de un faro',
    }),
    portrait(id, 'grand-cabestan', palette.gorse, {
      fr: 'Les douze musiciens de Grand Cabestan alignés sur un quai',
      en: 'The twelve musicians of Grand Cabestan lined up on a quay',
      es: 'Los doce músicos de Grand Cabestan alineados en un muelle',
    }),
    record(id, 'font', 'font-estran', {
      fontFamily: 'Estran Sans',
      weights: [400, 600, 800].map((weight) => ({
        weight,
        style: 'normal',
        url: `https://fonts.example/estran-sans/${weight}.woff2`,
      })),
    }),
  ]
}

function portrait(id: Id, name: string, color: string, alt: Text): DemoRecord {
  return record(id, 'media', `media-${name}`, {
    ...localized((locale) => ({ alt: alt[locale] })),
    mediaUrl: `https://images.example/grande-etale/${name}.jpg`,
    mimeType: 'image/jpeg',
    width: 1600,
    height: 1200,
    focalPoint: { x: 0.5, y: 0.4 },
    color,
  })
}
