import { place } from './place.ts'

export const village = [
  place('record-shop', 'exhibitor', [1020, 580], {
    icon: 'disc-3',
    fr: 'Face B | Disquaire itinérant : vinyles d’occasion et disques des artistes du week-end.',
    en: 'B-Side | A travelling record shop: second-hand vinyl and records by the weekend’s artists.',
    es: 'Cara B | Tienda de discos itinerante: vinilos de segunda mano y discos de los artistas del fin de semana.',
  }),
  place('bookshop', 'exhibitor', [1070, 580], {
    icon: 'book-open',
    fr: 'La Lame de Fond | La librairie du bourg sort ses tables : mer, idées, romans. Dédicaces à 18 h 30.',
    en: 'The Groundswell | The town bookshop brings its tables out: sea, ideas, novels. Signings at 6.30 pm.',
    es: 'Mar de Fondo | La librería del pueblo saca sus mesas: mar, ideas, novelas. Firmas a las 18:30.',
  }),
  place('print-shop', 'exhibitor', [1120, 580], {
    icon: 'brush',
    fr: 'Encre Marine | Sérigraphie à la demande : apportez un vieux t-shirt, repartez avec l’affiche dessus.',
    en: 'Sea Ink | Screen printing on demand: bring an old T-shirt, leave with the poster on it.',
    es: 'Tinta Marina | Serigrafía al momento: traiga una camiseta vieja y llévesela con el cartel.',
  }),
  place('luthier', 'exhibitor', [1020, 640], {
    icon: 'guitar',
    fr: 'L’Établi | Une luthière répare, règle et prête guitares et violons.',
    en: 'The Workbench | A luthier mends, sets up and lends guitars and fiddles.',
    es: 'El Banco | Una lutier repara, ajusta y presta guitarras y violines.',
  }),
  place('living-shore-stand', 'exhibitor', [1070, 640], {
    icon: 'sprout',
    fr: 'Stand Rivage Vivant | Comprendre la laisse de mer, adopter un mètre de dune, rejoindre les bénévoles.',
    en: 'Living Shore Stand | Understand the tideline, adopt a metre of dune, join the volunteers.',
    es: 'Puesto Orilla Viva | Entender los restos de la marea, apadrinar un metro de duna, unirse al voluntariado.',
  }),
  place('merch', 'exhibitor', [1120, 640], {
    icon: 'shopping-bag',
    fr: 'La Boutique | Affiches, gourdes et pulls marins du festival, fabriqués à moins de cent kilomètres.',
    en: 'The Shop | Festival posters, bottles and sailors’ jumpers, made less than a hundred kilometres away.',
    es: 'La Tienda | Carteles, cantimploras y jerséis marineros del festival, hechos a menos de cien kilómetros.',
  }),
  place('radio', 'exhibitor', [455, 200], {
    icon: 'radio',
    fr: 'Radio Goéland | Le studio vitré de la radio du festival : 92 heures de direct, portes ouvertes.',
    en: 'Radio Gull | The glass studio of the festival radio: 92 hours live, doors open.',
    es: 'Radio Gaviota | El estudio acristalado de la radio del festival: 92 horas en directo, puertas abiertas.',
  }),
  place('access-welcome', 'access', [1435, 570], {
    icon: 'hand-helping',
    fr: 'Accueil Accessibilité | Boucles magnétiques, gilets vibrants, fauteuils tout-terrain et accompagnement.',
    en: 'Accessibility Welcome | Hearing loops, vibrating vests, all-terrain wheelchairs and companions.',
    es: 'Acogida Accesibilidad | Bucles magnéticos, chalecos vibratorios, sillas todoterreno y acompañamiento.',
  }),
  place('platform-jetty', 'access', [585, 645], {
    fr: 'Plateforme de la Jetée | Plateforme surélevée pour douze fauteuils et leurs proches, avec chansigne le soir.',
    en: 'Jetty Viewing Platform | Raised platform for twelve wheelchairs and companions, with sign-song at night.',
    es: 'Plataforma del Espigón | Plataforma elevada para doce sillas y acompañantes, con canción en lengua de signos.',
  }),
  place('platform-lighthouse', 'access', [350, 165], {
    fr: 'Plateforme du Phare | Six places, loin des basses les plus fortes, prise de courant pour les fauteuils.',
    en: 'Lighthouse Viewing Platform | Six places away from the heaviest bass, with a socket for wheelchairs.',
    es: 'Plataforma del Faro | Seis plazas lejos de los graves más fuertes, con enchufe para las sillas.',
  }),
  place('platform-dune', 'access', [1120, 740], {
    fr: 'Plateforme de la Dune | Huit places au bout du caillebotis, à l’abri du vent.',
    en: 'Dune Viewing Platform | Eight places at the end of the boardwalk, out of the wind.',
    es: 'Plataforma de la Duna | Ocho plazas al final de la pasarela, al abrigo del viento.',
  }),
  place('camping-gorse', 'camping', [1400, 170], {
    fr: 'Camping des Ajoncs | Le grand camping, pour dormir un peu et chanter beaucoup.',
    en: 'Gorse Campsite | The big campsite, for a little sleep and a lot of singing.',
    es: 'Camping de los Tojos | El camping grande, para dormir poco y cantar mucho.',
  }),
  place('camping-quiet', 'camping', [1520, 220], {
    icon: 'moon',
    fr: 'Camping Calme | Silence de minuit à 8 h, familles bienvenues, emplacements plats réservés aux fauteuils.',
    en: 'Quiet Campsite | Silence from midnight to 8 am, families welcome, level pitches for wheelchair users.',
    es: 'Camping Tranquilo | Silencio de medianoche a 8 h, familias bienvenidas, parcelas llanas para sillas.',
  }),
  place('camping-vans', 'camping', [1320, 90], {
    icon: 'caravan',
    fr: 'Camping des Fourgons | Soixante emplacements pour vans, sur réservation. Pas de groupe électrogène.',
    en: 'Van Campsite | Sixty pitches for vans, booked ahead. No generators.',
    es: 'Camping de Furgonetas | Sesenta plazas para furgonetas, con reserva. Sin generadores.',
  }),
  place('shuttle', 'transport', [1550, 455], {
    fr: 'Arrêt des Navettes | Vers la gare de Kerlanvoz toutes les vingt minutes, jusqu’à 5 h.',
    en: 'Shuttle Stop | To Kerlanvoz station every twenty minutes, until 5 am.',
    es: 'Parada de Lanzaderas | A la estación de Kerlanvoz cada veinte minutos, hasta las 5.',
  }),
  place('bikes', 'transport', [1550, 590], {
    icon: 'bike',
    fr: 'Parc à Vélos | 1 500 places gardées, outils et pompe en libre service.',
    en: 'Bike Park | 1,500 guarded spaces, tools and a pump to borrow.',
    es: 'Aparcamiento de Bicis | 1.500 plazas vigiladas, herramientas y bomba de uso libre.',
  }),
  place('ferry', 'transport', [590, 440], {
    icon: 'ship',
    fr: 'Le Passeur | La barque à rames de l’autre rive, à marée haute seulement. À quai dès 10 h.',
    en: 'The Ferryman | The rowing boat from the far shore, at high tide only. At the pontoon from 10 am.',
    es: 'El Barquero | La barca de remos de la otra orilla, solo con marea alta. En el muelle desde las 10.',
  }),
]
