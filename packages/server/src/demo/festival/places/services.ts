import { place } from './place.ts'

export const services = [
  place('east-gate', 'info', [1490, 520], {
    icon: 'ticket',
    fr: 'Porte de l’Est | Entrée principale : billets, bracelets et contrôle des sacs. De 9 h à 2 h.',
    en: 'East Gate | Main entrance: tickets, wristbands and bag check. 9 am to 2 am.',
    es: 'Puerta del Este | Entrada principal: entradas, pulseras y control de bolsos. De 9 a 2 h.',
  }),
  place('town-gate', 'info', [765, 255], {
    icon: 'ticket',
    fr: 'Porte du Bourg | Entrée à pied depuis le centre de Port-Galvenn, la plus calme des deux.',
    en: 'Town Gate | Entrance on foot from the centre of Port-Galvenn, the quieter of the two.',
    es: 'Puerta del Pueblo | Entrada a pie desde el centro de Port-Galvenn, la más tranquila de las dos.',
  }),
  place('info-east', 'info', [1420, 490], {
    fr: 'Accueil Est | Programme papier, objets trouvés, bouchons d’oreilles gratuits, réponses à tout.',
    en: 'East Info Point | Printed programme, lost property, free earplugs, answers to everything.',
    es: 'Información Este | Programa en papel, objetos perdidos, tapones gratis, respuestas a todo.',
  }),
  place('info-harbour', 'info', [725, 430], {
    fr: 'Accueil du Port | Horaires des marées, du passeur et des navettes, affichés chaque matin.',
    en: 'Harbour Info Point | Tide, ferry and shuttle times, posted every morning.',
    es: 'Información del Puerto | Horarios de mareas, barca y lanzaderas, expuestos cada mañana.',
  }),
  place('cashless-east', 'info', [1370, 545], {
    icon: 'wallet',
    fr: 'Recharge Est | Créditez votre bracelet par carte ou en espèces. Le solde est remboursé sans frais.',
    en: 'East Top-up | Load your wristband by card or cash. Whatever is left is refunded without fees.',
    es: 'Recarga Este | Cargue su pulsera con tarjeta o en efectivo. El saldo se devuelve sin gastos.',
  }),
  place('cashless-harbour', 'info', [755, 495], {
    icon: 'wallet',
    fr: 'Recharge du Port | Deux bornes, sans file entre 14 h et 17 h.',
    en: 'Harbour Top-up | Two kiosks, no queue between 2 and 5 pm.',
    es: 'Recarga del Puerto | Dos terminales, sin cola entre las 14 y las 17 h.',
  }),
  place('charging', 'info', [960, 590], {
    icon: 'battery-charging',
    fr: 'La Dynamo | Rechargez votre téléphone en pédalant, ou laissez-le dans un casier.',
    en: 'The Dynamo | Charge your phone by pedalling, or leave it in a locker.',
    es: 'La Dinamo | Cargue el teléfono pedaleando o déjelo en una taquilla.',
  }),
  place('little-cove', 'info', [1310, 655], {
    icon: 'baby',
    fr: 'La Petite Crique | Jeux de bois, cabanes, lecture et coin change. Les enfants y viennent accompagnés.',
    en: 'The Little Cove | Wooden games, dens, books and a changing corner. Children come with an adult.',
    es: 'La Pequeña Cala | Juegos de madera, cabañas, lectura y cambiador. Los niños vienen acompañados.',
  }),
  place('water-jetty', 'water', [620, 520], {
    fr: 'Fontaine du Môle | Six robinets, pression douce. Apportez votre gourde.',
    en: 'Quay Fountain | Six taps, gentle flow. Bring your bottle.',
    es: 'Fuente del Muelle | Seis grifos, chorro suave. Traiga su cantimplora.',
  }),
  place('water-lighthouse', 'water', [355, 245], {
    fr: 'Fontaine du Phare | Deux robinets et une gamelle pour les chiens guides.',
    en: 'Lighthouse Fountain | Two taps and a bowl for assistance dogs.',
    es: 'Fuente del Faro | Dos grifos y un cuenco para perros de asistencia.',
  }),
  place('water-dune', 'water', [1000, 735], {
    fr: 'Fontaine de la Dune | Quatre robinets et un rince-pieds.',
    en: 'Dune Fountain | Four taps and a foot rinse.',
    es: 'Fuente de la Duna | Cuatro grifos y un lavapiés.',
  }),
  place('water-chapel', 'water', [1003, 235], {
    fr: 'Fontaine de la Chapelle | L’ancienne source, filtrée et contrôlée chaque jour.',
    en: 'Chapel Spring | The old spring, filtered and tested every day.',
    es: 'Fuente de la Capilla | El antiguo manantial, filtrado y analizado cada día.',
  }),
  place('water-camping', 'water', [1430, 345], {
    fr: 'Fontaine du Camping | Huit robinets, éclairés la nuit.',
    en: 'Campsite Fountain | Eight taps, lit at night.',
    es: 'Fuente del Camping | Ocho grifos, iluminados de noche.',
  }),
  place('toilets-jetty', 'toilets', [745, 555], {
    fr: 'Toilettes du Môle | Toilettes sèches, dont quatre accessibles. Protections périodiques gratuites.',
    en: 'Quay Toilets | Composting toilets, four of them accessible. Free period products.',
    es: 'Aseos del Muelle | Aseos secos, cuatro de ellos accesibles. Productos menstruales gratuitos.',
  }),
  place('toilets-lighthouse', 'toilets', [165, 190], {
    fr: 'Toilettes du Phare | Toilettes sèches, une accessible.',
    en: 'Lighthouse Toilets | Composting toilets, one of them accessible.',
    es: 'Aseos del Faro | Aseos secos, uno accesible.',
  }),
  place('toilets-dune', 'toilets', [1255, 745], {
    fr: 'Toilettes de la Dune | Toilettes sèches, deux accessibles par le caillebotis.',
    en: 'Dune Toilets | Composting toilets, two reachable along the boardwalk.',
    es: 'Aseos de la Duna | Aseos secos, dos accesibles por la pasarela.',
  }),
  place('toilets-market', 'toilets', [1215, 555], {
    fr: 'Toilettes du Village | Toilettes sèches et table à langer.',
    en: 'Village Toilets | Composting toilets and a changing table.',
    es: 'Aseos del Pueblo | Aseos secos y cambiador.',
  }),
  place('toilets-camping', 'toilets', [1545, 345], {
    fr: 'Toilettes du Camping | Ouvertes jour et nuit, deux accessibles.',
    en: 'Campsite Toilets | Open day and night, two of them accessible.',
    es: 'Aseos del Camping | Abiertos día y noche, dos accesibles.',
  }),
  place('showers', 'toilets', [1490, 350], {
    icon: 'shower-head',
    fr: 'Douches | Eau chauffée au soleil, de 7 h à 13 h et de 17 h à 20 h.',
    en: 'Showers | Water heated by the sun, 7 am to 1 pm and 5 to 8 pm.',
    es: 'Duchas | Agua calentada por el sol, de 7 a 13 h y de 17 a 20 h.',
  }),
  place('first-aid', 'care', [730, 705], {
    fr: 'Poste de secours | Infirmières et médecin présents de 10 h à 5 h. Au téléphone : le 112.',
    en: 'First Aid | Nurses and a doctor on site from 10 am to 5 am. By phone: 112.',
    es: 'Primeros auxilios | Enfermeras y médica presentes de 10 a 5 h. Por teléfono: el 112.',
  }),
  place('first-aid-camping', 'care', [1250, 290], {
    fr: 'Secours du Camping | Un poste de secours ouvert toute la nuit, à l’entrée du camping.',
    en: 'Campsite First Aid | A first aid post open all night at the campsite entrance.',
    es: 'Auxilios del Camping | Un puesto abierto toda la noche a la entrada del camping.',
  }),
  place('safe-space', 'care', [1010, 310], {
    icon: 'heart-handshake',
    fr: 'La Bulle | Un lieu calme, confidentiel, pour souffler ou parler d’une violence. Une équipe formée y veille.',
    en: 'The Bubble | A calm, confidential place to breathe or to talk about violence, with a trained team.',
    es: 'La Burbuja | Un lugar tranquilo y confidencial para respirar o hablar de una violencia, con un equipo formado.',
  }),
]
