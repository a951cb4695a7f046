import type { Id } from '../record.ts'
import type { Say } from '../text.ts'

type MakeBlocks = (say: Say, id: Id) => Record<string, unknown>[]

/** The blocks below the description of highlight sessions. */
export const detailBlocks: Partial<Record<string, MakeBlocks>> = {
  'opening-ceremony': (say, id) => [
    {
      type: 'paragraph',
      text: say(
        'Venez à **17 h 30** par le quai : la jetée ferme à 17 h 50, le temps que les tambours passent. Des casques antibruit pour enfants sont prêtés à l’accueil du Port.',
        'Come at **5.30 pm** along the quay: the jetty closes at 5.50 while the drums go by. Children’s ear defenders can be borrowed at the Harbour Info Point.',
        'Vengan a las **17:30** por el muelle: el espigón se cierra a las 17:50 mientras pasan los tambores. En Información del Puerto se prestan cascos antirruido infantiles.',
      ),
    },
    { type: 'map', broadcastMapId: id('map-festival'), interestPointId: id('place-jetty'), zoom: 1 },
  ],
  'sel-gris': headliner(
    'host-sel-gris',
    'Concert interprété en **chansigne** depuis la plateforme de la Jetée. Dernière navette à 5 h.',
    'The concert is interpreted in **sign-song** from the Jetty viewing platform. Last shuttle at 5 am.',
    'Concierto interpretado en **lengua de signos** desde la plataforma del Espigón. Última lanzadera a las 5 h.',
  ),
  'ondine-valmarec': headliner(
    'host-ondine-valmarec',
    'À la demande de l’artiste : **pas de photo** pendant les deux premières chansons, et un silence entre chacune.',
    'At the artist’s request: **no photographs** during the first two songs, and a silence between each.',
    'A petición de la artista: **sin fotos** durante las dos primeras canciones, y un silencio entre cada una.',
  ),
  'balise-9': headliner(
    'host-balise-9',
    'Lumières **stroboscopiques lentes**. Un espace de retrait sans lumière est ouvert derrière le bar du Phare.',
    'Slow **strobe lights**. A retreat without lights is open behind the Lighthouse Bar.',
    'Luces **estroboscópicas lentas**. Hay un espacio sin luces abierto detrás del Bar del Faro.',
  ),
  'grand-cabestan': headliner(
    'host-grand-cabestan',
    'Pas de barrière devant la scène : c’est un **bal**. Les fauteuils roulants dansent devant à gauche, les poussettes à droite.',
    'No barrier in front of the stage: this is a **ball**. Wheelchairs dance front left, prams front right.',
    'Sin valla delante del escenario: es un **baile**. Las sillas de ruedas bailan delante a la izquierda, los carritos a la derecha.',
  ),
}

function headliner(hostName: string, fr: string, en: string, es: string): MakeBlocks {
  return (say, id) => [
    { type: 'paragraph', text: say(fr, en, es) },
    {
      type: 'button',
      label: say('Découvrir l’artiste', 'Meet the artist', 'Conocer al artista'),
      style: 'outlined',
      icon: { family: 'lucide', type: 'mic-vocal' },
      navigator: { broadcastHostId: id(hostName) },
    },
  ]
}
