import { answer, button, paragraph, placesOf, section, title, wave } from '../blocks.ts'
import type { Id } from '../record.ts'
import { page } from './page.ts'

export const practicalInfo = (id: Id) =>
  page(id, 'practical-info', '/infos-pratiques', (say) => ({
    title: say('Infos pratiques', 'Practical information', 'Información práctica'),
    blocks: [
      title(say('Avant de venir', 'Before you come', 'Antes de venir'), 1),
      {
        type: 'question',
        text: say('Que voulez-vous savoir ?', 'What would you like to know?', '¿Qué quiere saber?'),
        values: [
          answer(say('Comment venir', 'How to get here', 'Cómo llegar'), 'map', {
            broadcastPageId: id('page-getting-here'),
          }),
          answer(say('Où manger', 'Where to eat', 'Dónde comer'), 'utensils', { broadcastPageId: id('page-food') }),
          answer(say('L’accessibilité', 'Accessibility', 'La accesibilidad'), 'accessibility', {
            broadcastPageId: id('page-accessibility'),
          }),
        ],
      },
      section(
        say('Horaires', 'Opening hours', 'Horarios'),
        say('Du vendredi 10 h au lundi 12 h', 'Friday 10 am to Monday noon', 'Del viernes 10 h al lunes 12 h'),
        paragraph(
          say(
            'Les portes ouvrent à **9 h** (10 h le vendredi) et les dernières entrées se font à **1 h**. Pour les concerts de l’aube, la porte du Bourg ouvre à 5 h 45. Le camping est ouvert du vendredi 9 h au lundi midi.',
            'Gates open at **9 am** (10 am on Friday) and last entry is at **1 am**. For the dawn concerts, the Town Gate opens at 5.45 am. The campsite is open from Friday 9 am to Monday noon.',
            'Las puertas abren a las **9 h** (10 h el viernes) y la última entrada es a la **1 h**. Para los conciertos del alba, la Puerta del Pueblo abre a las 5:45. El camping abre del viernes 9 h al lunes a mediodía.',
          ),
        ),
      ),
      section(
        say('Dans le sac', 'In your bag', 'En la mochila'),
        say('Un port, c’est du vent', 'A harbour means wind', 'Un puerto es viento'),
        paragraph(
          say(
            'Un pull, un ciré, une gourde, une lampe frontale, de quoi s’asseoir. Pas de verre, pas de canette, pas de drone, et pas de chien sauf d’assistance.',
            'A jumper, a raincoat, a bottle, a head torch, something to sit on. No glass, no cans, no drones, and no dogs other than assistance dogs.',
            'Un jersey, un impermeable, una cantimplora, una linterna frontal, algo para sentarse. Sin vidrio, sin latas, sin drones y sin perros, salvo los de asistencia.',
          ),
        ),
      ),
      {
        type: 'meteo',
        title: say('Le temps dans la baie', 'Weather in the bay', 'El tiempo en la bahía'),
        place: 'Port-Galvenn',
        latitude: 48.31,
        longitude: -4.72,
        days: 5,
      },
      placesOf(id, 'info', say('Accueil et services', 'Welcome and services', 'Acogida y servicios')),
      placesOf(id, 'care', say('Secours et soutien', 'First aid and care', 'Primeros auxilios y apoyo')),
      placesOf(id, 'camping', say('Dormir sur place', 'Sleeping on site', 'Dormir aquí')),
      wave,
      button(say('Voir le plan', 'Open the map', 'Ver el plano'), 'map', { broadcastMapId: id('map-festival') }),
    ],
  }))
