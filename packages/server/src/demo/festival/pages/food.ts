import { articlesOf, button, paragraph, placesOf, title, wave } from '../blocks.ts'
import { palette } from '../palette.ts'
import type { Id } from '../record.ts'
import { page } from './page.ts'

export const food = (id: Id) =>
  page(id, 'food', '/manger-et-boire', (say) => ({
    title: say('Manger et boire', 'Eating and drinking', 'Comer y beber'),
    blocks: [
      title(say('À table, face à la mer', 'A table facing the sea', 'A la mesa, frente al mar'), 1),
      paragraph(
        say(
          'Neuf cantines et cinq bars, tous tenus par des gens d’ici. Un plat végétarien à **10 € ou moins** à chaque stand, de l’eau gratuite partout, et un bar entier sans alcool.',
          'Nine canteens and five bars, all run by local people. A vegetarian dish at **€10 or less** at every stall, free water everywhere, and a whole bar without alcohol.',
          'Nueve cantinas y cinco bares, todos de gente de aquí. Un plato vegetariano a **10 € o menos** en cada puesto, agua gratis en todas partes y un bar entero sin alcohol.',
        ),
      ),
      placesOf(id, 'food', say('Les cantines', 'The canteens', 'Las cantinas'), 'grid'),
      placesOf(id, 'bar', say('Les bars', 'The bars', 'Los bares')),
      {
        ...button(
          say('Trouver une fontaine', 'Find a fountain', 'Encontrar una fuente'),
          'droplets',
          { nativeContent: 'maps', query: { filters: [{ categoryIds: id('category-water') }] } },
          'filled',
        ),
        backgroundColor: palette.sea,
        accentColor: palette.shell,
      },
      wave,
      title(say('Payer', 'Paying', 'Pagar')),
      paragraph(
        say(
          'Tout se paie avec le bracelet, que l’on recharge par carte ou en espèces. Les **1 €** de consigne du gobelet et le solde du bracelet sont rendus jusqu’au lundi midi, puis en ligne pendant un mois.',
          'Everything is paid with the wristband, topped up by card or cash. The **€1** cup deposit and what is left on the wristband are refunded until Monday noon, then online for a month.',
          'Todo se paga con la pulsera, que se recarga con tarjeta o en efectivo. El **1 €** de depósito del vaso y el saldo se devuelven hasta el lunes a mediodía, y después en línea durante un mes.',
        ),
      ),
      articlesOf(id, 'practical', say('En savoir plus', 'Read more', 'Más información'), 2),
    ],
  }))
