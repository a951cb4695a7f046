import { answer, type Block, button, paragraph, title } from '../blocks.ts'
import type { Id } from '../record.ts'
import type { Say } from '../text.ts'
import { page } from './page.ts'

export const faq = (id: Id) =>
  page(id, 'faq', '/questions', (say) => ({
    title: say('Questions fréquentes', 'Frequently asked questions', 'Preguntas frecuentes'),
    blocks: [
      title(say('On nous demande souvent', 'People often ask us', 'Nos preguntan a menudo'), 1),
      ...questions(say),
      {
        type: 'question',
        text: say('Vous cherchez encore ?', 'Still looking?', '¿Sigue buscando?'),
        values: [
          answer(say('Chercher', 'Search', 'Buscar'), 'search', { nativeContent: 'search' }),
          answer(say('Nous écrire', 'Write to us', 'Escribirnos'), 'mail', { nativeContent: 'contact' }),
          answer(say('Les infos pratiques', 'Practical information', 'Información práctica'), 'compass', {
            broadcastPageId: id('page-practical-info'),
          }),
        ],
      },
      { type: 'divider', style: 'space', thickness: 24 },
      button(say('Prix des billets', 'Ticket prices', 'Precio de las entradas'), 'ticket', {
        broadcastArticleId: id('article-ticket-prices'),
      }),
    ],
  }))

function questions(say: Say): Block[] {
  return [
    title(say('Et s’il pleut ?', 'What if it rains?', '¿Y si llueve?'), 3),
    paragraph(
      say(
        'On joue. La Criée, la Voilerie et la Chapelle sont couvertes, et l’accueil prête des cirés. En cas d’orage, suivez les bénévoles en gilet jaune : ils connaissent les abris.',
        'We play. The Fish Hall, the Sail Loft and the Chapel have roofs, and the info points lend oilskins. In a thunderstorm, follow the volunteers in yellow: they know the shelters.',
        'Se toca. La Lonja, la Velería y la Capilla tienen techo, y en información prestan impermeables. Si hay tormenta, sigan a los voluntarios de amarillo: conocen los refugios.',
      ),
    ),
    title(say('Peut-on venir avec des enfants ?', 'Can we bring children?', '¿Se puede venir con niños?'), 3),
    paragraph(
      say(
        'Oui, c’est gratuit jusqu’à douze ans. La Petite Crique leur est réservée, des spectacles ont lieu chaque matin sur la Dune, et des casques antibruit se prêtent à l’accueil.',
        'Yes, and it is free up to the age of twelve. The Little Cove is theirs, there are shows every morning at the Dune, and ear defenders can be borrowed at the info points.',
        'Sí, y es gratis hasta los doce años. La Pequeña Cala es suya, hay espectáculos cada mañana en la Duna y en información se prestan cascos antirruido.',
      ),
    ),
    title(say('Peut-on sortir et revenir ?', 'Can we leave and come back?', '¿Se puede salir y volver?'), 3),
    paragraph(
      say(
        'Autant de fois que vous voulez, avec le bracelet, jusqu’à 1 h. Allez voir le bourg : ses habitants ont laissé leurs bancs dehors pour vous.',
        'As often as you like, with your wristband, until 1 am. Go and see the town: its people have left their benches out for you.',
        'Tantas veces como quiera, con la pulsera, hasta la 1 h. Vaya a ver el pueblo: los vecinos han sacado sus bancos para usted.',
      ),
    ),
    title(say('Et si je perds quelque chose ?', 'What if I lose something?', '¿Y si pierdo algo?'), 3),
    paragraph(
      say(
        'Tout arrive à l’accueil Est. Après le festival, les objets restent trois mois à la mairie ; l’an dernier, une trompette n’a jamais été réclamée.',
        'Everything ends up at the East Info Point. After the festival, things stay at the town hall for three months; last year a trumpet was never claimed.',
        'Todo llega a Información Este. Después del festival, los objetos quedan tres meses en el ayuntamiento; el año pasado nadie reclamó una trompeta.',
      ),
    ),
  ]
}
