import { drawMotif, type Motif, says } from './drawings/motifs/index.ts'
import { type LightName, lights, scene, sceneSize } from './drawings/scene.ts'
import { type DemoRecord, type Id, record } from './record.ts'
import { localized } from './text.ts'

/** The thing and the light of each picture, by the name of the host, article, place or session that it belongs to. */
const table: Record<string, [Motif, LightName]> = {
  'sel-gris': ['cannery', 'sunset'],
  'ondine-valmarec': ['pianist', 'day'],
  'balise-9': ['beam', 'twilight'],
  'grand-cabestan': ['orchestra', 'dawn'],
  'kosmik-bagad': ['bagpipe', 'twilight'],
  'kabar-soley': ['drum', 'sunset'],
  'xiana-do-vento': ['tambourine', 'day'],
  'sekou-danfora': ['kora', 'dawn'],
  'cumbia-marisma': ['accordion', 'spring'],
  'filles-du-goulet': ['microphone', 'day'],
  'slow-herons': ['rowboat', 'dawn'],
  'ada-wrenfield': ['guitar', 'day'],
  'fleur-de-quai': ['accordion', 'sunset'],
  'vieux-greement': ['sailboat', 'sunset'],
  'neon-bigorneau': ['shell', 'twilight'],
  'brumaire-club': ['vinyl', 'dawn'],
  'sonar-soeurs': ['sonar', 'twilight'],
  'tidal-moth': ['moth', 'night'],
  'minuit-cormoran': ['cormorant', 'night'],
  'quartz-marin': ['pebbles', 'twilight'],
  'mademoiselle-varech': ['seaweed', 'night'],
  'heron-cendre': ['heron', 'spring'],
  'lune-rousse': ['violin', 'sunset'],
  'yse-talvern': ['harp', 'twilight'],
  'belle-brume': ['violin', 'spring'],

  'tambour-tempete': ['drum', 'night'],
  'bal-des-marees': ['lanterns', 'night'],
  'chorale-du-quai': ['notes', 'day'],
  'vague-oblique': ['dancer', 'sunset'],
  'compagnie-bernique': ['puppet', 'day'],
  'petite-maree': ['bubbles', 'spring'],

  'eloise-kermadoz': ['bucket', 'day'],
  'tanguy-rochvel': ['seaweed', 'spring'],
  'noor-benhadjar': ['compass', 'dawn'],
  'gwenn-lestric': ['headphones', 'day'],
  'fatou-ndiambel': ['bottle', 'dawn'],
  'baptiste-ormeval': ['book', 'night'],
  'ines-almarin': ['book', 'sunset'],
  'margot-helluin': ['pot', 'spring'],
  'yannig-prezelec': ['anchor', 'day'],
  'hana-morikaze': ['flag', 'dawn'],
  'lior-vandemeer': ['weathercock', 'day'],
  'soizic-aubrenn': ['letter', 'sunset'],
  'rivage-vivant': ['crab', 'spring'],

  'dates-2027': ['tent', 'day'],
  'first-names': ['microphone', 'sunset'],
  volunteers: ['buoy', 'day'],
  'full-timetable': ['clock', 'dawn'],
  'what-is-slack-water': ['sailboat', 'dawn'],
  'stage-without-anchors': ['stage', 'day'],
  'lighthouse-metronome': ['lighthouse', 'twilight'],
  'radio-gull': ['gull', 'day'],
  'ticket-prices': ['ticket', 'sunset'],
  'night-trains': ['train', 'night'],
  'access-report': ['wheelchair', 'spring'],
  'food-charter': ['pot', 'dawn'],
  'after-the-tide': ['shell', 'dawn'],

  jetty: ['stage', 'sunset'],
  lighthouse: ['lighthouse', 'night'],
  dune: ['tent', 'sunset'],
  'fish-hall': ['fish', 'day'],
  'sail-loft': ['sailboat', 'day'],
  chapel: ['chapel', 'spring'],

  'salt-people-film': ['projector', 'night'],
  'mend-it': ['anchor', 'dawn'],
  'closing-ceremony': ['lanterns', 'sunset'],
}

export const pictureNames = Object.keys(table)

export const pictureAddress = (name: string) => `/demo/${name}.svg`

/** The picture of a name. */
export function drawPicture(name: string): string {
  const [motif, light] = pictured(name)
  return scene(drawMotif(motif), light)
}

/** The header of the home page. */
export const drawHarbour = () => scene(drawMotif('harbour'), 'sunset')

/** The media of all pictures. */
export function pictures(id: Id, baseUrl: string): DemoRecord[] {
  return pictureNames.map((name) => {
    const [motif, light] = pictured(name)
    return record(id, 'media', `media-${name}`, {
      ...localized((locale) => ({ alt: `${says[motif][locale]}, ${lights[light].says[locale]}` })),
      mediaUrl: `${baseUrl}${pictureAddress(name)}`,
      mimeType: 'image/svg+xml',
      ...sceneSize,
      focalPoint: { x: 0.5, y: 0.45 },
      color: lights[light].sky[0],
    })
  })
}

/** The field `media` of a record, as the studio stores it: the picture of the first of these names that has one. */
export function pictureOf(id: Id, ...names: string[]) {
  const name = names.find((one) => one in table)
  return name === undefined ? {} : { media: { mediaId: id(`media-${name}`), mediaUrl: pictureAddress(name) } }
}

function pictured(name: string): [Motif, LightName] {
  const row = table[name]
  if (!row) throw new Error(`the demo has no picture of ${name}`)
  return row
}
