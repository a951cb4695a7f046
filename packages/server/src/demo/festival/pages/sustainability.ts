import { button, paragraph, section, title } from '../blocks.ts'
import { palette } from '../palette.ts'
import type { Id } from '../record.ts'
import { page } from './page.ts'

export const sustainability = (id: Id) =>
  page(id, 'sustainability', '/rivage', (say) => ({
    title: say('Prendre soin du rivage', 'Caring for the shore', 'Cuidar la orilla'),
    blocks: [
      title(
        say('La plage nous prête trois jours', 'The beach lends us three days', 'La playa nos presta tres días'),
        1,
      ),
      paragraph(
        say(
          'Nous la rendons le lundi à midi, et Rivage Vivant passe derrière nous, mètre par mètre. Leur rapport est public, même quand il est sévère.',
          'We give it back on Monday at noon, and Living Shore walks behind us, metre by metre. Their report is public, even when it is harsh.',
          'La devolvemos el lunes a mediodía, y Orilla Viva pasa detrás, metro a metro. Su informe es público, incluso cuando es severo.',
        ),
      ),
      {
        ...section(
          say('En chiffres, 2026', 'In figures, 2026', 'En cifras, 2026'),
          say('Mesurés par d’autres que nous', 'Measured by others than us', 'Medidas por otros'),
          paragraph(
            say(
              '- **41 g** de déchets par personne et par jour\n- **71 %** des trajets sans voiture\n- **100 %** de l’électricité des scènes venue du réseau, aucun groupe\n- **0** ancrage dans la dune',
              '- **41 g** of waste per person per day\n- **71%** of trips made without a car\n- **100%** of stage power from the grid, no generators\n- **0** anchors in the dune',
              '- **41 g** de residuos por persona y día\n- **71 %** de los trayectos sin coche\n- **100 %** de la electricidad de los escenarios, de la red, sin generadores\n- **0** anclajes en la duna',
            ),
          ),
        ),
        backgroundColor: palette.foam,
        accentColor: palette.night,
      },
      {
        type: 'hosts',
        title: say('Celles et ceux qui veillent', 'Those who keep watch', 'Quienes vigilan'),
        format: 'list',
        query: { filters: [{ _id: { $in: ['rivage-vivant', 'tanguy-rochvel'].map((name) => id(`host-${name}`)) } }] },
      },
      title(say('Ce que vous pouvez faire', 'What you can do', 'Lo que puede hacer usted')),
      paragraph(
        say(
          '1. Venir sans voiture.\n2. Marcher sur les caillebotis, jamais dans les oyats.\n3. Garder votre mégot, ou arrêter.\n4. Venir glaner dimanche à 9 heures : c’est plus joyeux qu’il n’y paraît.',
          '1. Come without a car.\n2. Walk on the boardwalks, never in the marram grass.\n3. Keep your cigarette end, or give up.\n4. Come and glean on Sunday at 9 am: it is more fun than it sounds.',
          '1. Venir sin coche.\n2. Caminar por las pasarelas, nunca sobre el barrón.\n3. Guardar la colilla, o dejarlo.\n4. Venir a la recogida el domingo a las 9: es más alegre de lo que parece.',
        ),
      ),
      button(say('La grande glane', 'The great glean', 'La gran recogida'), 'leaf', {
        broadcastSessionId: id('session-shore-glean'),
      }),
      button(
        say('Une scène sans ancrage', 'A stage without anchors', 'Un escenario sin anclajes'),
        'book-open',
        { broadcastArticleId: id('article-stage-without-anchors') },
        'text',
      ),
    ],
  }))
