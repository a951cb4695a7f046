import { articlesOf, button, paragraph, section, title } from '../blocks.ts'
import type { Id } from '../record.ts'
import { page } from './page.ts'

export const gettingHere = (id: Id) =>
  page(id, 'getting-here', '/venir', (say) => ({
    title: say('Venir à Port-Galvenn', 'Getting to Port-Galvenn', 'Llegar a Port-Galvenn'),
    blocks: [
      title(say('Au bout de la voie verte', 'At the end of the greenway', 'Al final de la vía verde'), 1),
      paragraph(
        say(
          'Port-Galvenn est un port de 2 800 habitants, au fond d’une baie. On y vient surtout en train et à vélo : l’an dernier, **sept personnes sur dix** sont arrivées sans voiture.',
          'Port-Galvenn is a harbour of 2,800 people at the end of a bay. Most visitors come by train and bike: last year **seven in ten** arrived without a car.',
          'Port-Galvenn es un puerto de 2.800 habitantes al fondo de una bahía. Se llega sobre todo en tren y en bici: el año pasado **siete de cada diez personas** vinieron sin coche.',
        ),
      ),
      {
        type: 'map',
        title: say('Les deux entrées', 'The two entrances', 'Las dos entradas'),
        broadcastMapId: id('map-festival'),
        interestPointId: id('place-east-gate'),
        zoom: 0,
      },
      section(
        say('En train', 'By train', 'En tren'),
        say('Gare de Kerlanvoz, 11 km', 'Kerlanvoz station, 11 km', 'Estación de Kerlanvoz, 11 km'),
        paragraph(
          say(
            'Une navette toutes les vingt minutes, de 9 h à 5 h. Gratuite avec le billet de train, 2 € sans. Toutes les navettes ont une rampe.',
            'A shuttle every twenty minutes from 9 am to 5 am. Free with a train ticket, €2 without. Every shuttle has a ramp.',
            'Una lanzadera cada veinte minutos, de 9 a 5 h. Gratuita con billete de tren, 2 € sin él. Todas tienen rampa.',
          ),
        ),
        button(say('L’arrêt des navettes', 'The shuttle stop', 'La parada'), 'bus', {
          broadcastInterestPointId: id('place-shuttle'),
        }),
      ),
      section(
        say('À vélo', 'By bike', 'En bicicleta'),
        say('Voie verte fléchée', 'Signposted greenway', 'Vía verde señalizada'),
        paragraph(
          say(
            '45 minutes depuis la gare, tout plat sauf la fin. Parc gardé, pompe et outils, atelier de réparation le dimanche à la Voilerie.',
            '45 minutes from the station, flat all the way but the end. Guarded park, pump and tools, and a repair workshop at the Sail Loft on Sunday.',
            '45 minutos desde la estación, todo llano salvo el final. Aparcamiento vigilado, bomba y herramientas, taller de reparación el domingo en la Velería.',
          ),
        ),
        button(
          say('Le parc à vélos', 'The bike park', 'El aparcamiento de bicis'),
          'bike',
          { broadcastInterestPointId: id('place-bikes') },
          'outlined',
        ),
      ),
      section(
        say('En voiture', 'By car', 'En coche'),
        say('20 €, moins 5 € par passager', '€20, less €5 per passenger', '20 €, menos 5 € por pasajero'),
        paragraph(
          say(
            'Le parking des Landes est à quinze minutes à pied. Places réservées aux personnes à mobilité réduite devant la porte de l’Est, sur demande.',
            'The heath car park is a fifteen-minute walk away. Reserved spaces for disabled visitors by the East Gate, on request.',
            'El aparcamiento de las Landas está a quince minutos a pie. Plazas reservadas para personas con movilidad reducida ante la Puerta del Este, a petición.',
          ),
        ),
      ),
      {
        type: 'embed',
        title: say('Calculer son trajet', 'Plan your journey', 'Calcular el trayecto'),
        url: 'https://trajets.example/embed/port-galvenn',
        ratio: 1.6,
      },
      articlesOf(id, 'practical', say('À lire avant de partir', 'Read before you leave', 'Para leer antes de salir')),
    ],
  }))
