import { answer, articlesOf, type Block, button, paragraph, placesOf, section, sessionsOf, title } from './blocks.ts'
import { logo } from './look.ts'
import { palette } from './palette.ts'
import type { Id } from './record.ts'
import { localized, type Say } from './text.ts'

const { foam, night, shallows } = palette

export function home(id: Id) {
  return {
    header: {
      height: 320,
      logo,
      background: { url: '/demo/harbour.svg', alt: '' },
      overlay: { color: night, opacity: 0.15 },
      backgroundColor: night,
      transition: 'fade',
      logoPadding: 24,
      logoVerticalAlign: 'center',
    },
    ...localized((_locale, say) => ({ blocks: homeBlocks(id, say) })),
    defaultLocale: 'fr',
  }
}

function homeBlocks(id: Id, say: Say): Block[] {
  return [
    title(
      say('Quand la mer retient son souffle', 'When the sea holds its breath', 'Cuando el mar contiene el aliento'),
      1,
    ),
    paragraph(
      say(
        'Musiques, idées et mains dans le port de Port-Galvenn. **Du 2 au 4 juillet 2027.**',
        'Music, ideas and hands in the harbour of Port-Galvenn. **2 to 4 July 2027.**',
        'Músicas, ideas y manos en el puerto de Port-Galvenn. **Del 2 al 4 de julio de 2027.**',
      ),
    ),
    {
      type: 'countdown',
      target: '2027-07-02T18:00:00+02:00',
      title: say('Les tambours partent dans', 'The drums set off in', 'Los tambores salen en'),
      endText: say(
        'La mer s’est arrêtée. C’est parti !',
        'The sea has stopped. Off we go!',
        'El mar se ha parado. ¡Empezamos!',
      ),
    },
    {
      type: 'question',
      text: say('De quoi avez-vous envie ?', 'What do you feel like?', '¿Qué le apetece?'),
      values: [
        answer(say('Danser', 'Dancing', 'Bailar'), 'audio-waveform', programOf(id, 'electro')),
        answer(say('Fabriquer', 'Making', 'Fabricar'), 'hammer', programOf(id, 'workshop')),
        answer(say('Réfléchir', 'Thinking', 'Pensar'), 'presentation', programOf(id, 'talk')),
        answer(say('Dormir', 'Sleeping', 'Dormir'), 'moon', { broadcastSessionId: id('session-sound-nap') }),
      ],
    },
    headliners(id, say),
    {
      type: 'media',
      ratio: 1.6,
      values: [
        {
          media: { url: '/demo/map.svg', alt: say('Plan du festival', 'Festival map', 'Plano del festival') },
          backgroundColor: shallows,
          fit: 'cover',
          caption: say('Ouvrir le plan', 'Open the map', 'Abrir el plano'),
          navigator: { broadcastMapId: id('map-festival') },
        },
      ],
    },
    sessionsOf(id, ['workshop'], say('Les mains occupées', 'Busy hands', 'Manos ocupadas'), 4),
    articlesOf(id, 'news', say('Nouvelles du port', 'News from the harbour', 'Noticias del puerto')),
    {
      ...section(
        say('Avant de venir', 'Before you come', 'Antes de venir'),
        say('Trois choses à savoir', 'Three things to know', 'Tres cosas que saber'),
        button(say('Venir sans voiture', 'Come without a car', 'Venir sin coche'), 'train-front', {
          broadcastPageId: id('page-getting-here'),
        }),
        button(
          say('Une place pour chaque corps', 'Room for every body', 'Un lugar para cada cuerpo'),
          'accessibility',
          {
            broadcastPageId: id('page-accessibility'),
          },
        ),
        button(say('Infos pratiques', 'Practical information', 'Información práctica'), 'compass', {
          broadcastPageId: id('page-practical-info'),
        }),
      ),
      backgroundColor: foam,
      accentColor: night,
    },
    placesOf(id, 'stage', say('Les six scènes', 'The six stages', 'Los seis escenarios'), 'carousel'),
    {
      type: 'meteo',
      title: say('Le temps dans la baie', 'Weather in the bay', 'El tiempo en la bahía'),
      place: 'Port-Galvenn',
      latitude: 48.31,
      longitude: -4.72,
      days: 3,
    },
    {
      type: 'socials',
      values: [
        { network: 'mastodon', label: '@grande-etale', url: 'https://social.example/@grande-etale' },
        { network: 'instagram', label: 'grande.etale', url: 'https://photos.example/grande.etale' },
      ],
    },
  ]
}

const programOf = (id: Id, category: string) => ({
  nativeContent: 'program',
  query: { filters: [{ categoryIds: id(`category-${category}`) }], sort: { 'time.start': 'asc' } },
})

function headliners(id: Id, say: Say): Block {
  const names = ['opening-ceremony', 'sel-gris', 'ondine-valmarec', 'balise-9', 'grand-cabestan', 'closing-ceremony']
  return {
    type: 'sessions',
    title: say('À ne pas manquer', 'Not to be missed', 'No se lo pierda'),
    format: 'carousel',
    query: {
      filters: [{ _id: { $in: names.map((name) => id(`session-${name}`)) } }],
      sort: { 'time.start': 'asc' },
    },
    navigator: { nativeContent: 'program' },
  }
}
