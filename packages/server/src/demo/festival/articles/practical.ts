import type { Article } from './article.ts'

export const practical: Article[] = [
  {
    name: 'ticket-prices',
    category: 'practical',
    format: 'markdown',
    publishedAt: '2026-10-01T08:00:00.000Z',
    text: {
      fr: [
        'Billets : les mêmes prix que l’an dernier, et un de moins',
        'Le billet trois jours reste à **84 €**, la journée à **36 €**. Les moins de douze ans entrent gratuitement, les habitantes et habitants de Port-Galvenn paient ce qu’ils veulent le dimanche.',
        'Nouveau : un billet **« marée basse » à 18 €** la journée, sans justificatif, pour qui en a besoin. Il y en a mille. Ils sont identiques aux autres, personne ne saura lequel est le vôtre.',
        'Les billets sont échangeables jusqu’au 15 juin 2027 sur notre bourse officielle, au prix d’achat et pas un centime de plus.',
      ],
      en: [
        'Tickets: the same prices as last year, and one that is lower',
        'The three-day ticket stays at **€84**, the day ticket at **€36**. Under-twelves come in free, and residents of Port-Galvenn pay what they like on Sunday.',
        'New: a **“low tide” day ticket at €18**, with no questions asked, for those who need it. There are a thousand of them. They look just like the others; nobody will know which one is yours.',
        'Tickets can be resold until 15 June 2027 on our official exchange, at the price paid and not a cent more.',
      ],
      es: [
        'Entradas: los mismos precios que el año pasado, y uno más bajo',
        'La entrada de tres días sigue a **84 €**, la de un día a **36 €**. Los menores de doce años entran gratis y los vecinos de Port-Galvenn pagan lo que quieran el domingo.',
        'Novedad: una entrada **«marea baja» a 18 €** al día, sin justificante, para quien la necesite. Hay mil. Son idénticas a las demás: nadie sabrá cuál es la suya.',
        'Las entradas pueden revenderse hasta el 15 de junio de 2027 en nuestra bolsa oficial, al precio de compra y ni un céntimo más.',
      ],
    },
  },
  {
    name: 'night-trains',
    category: 'practical',
    format: 'markdown',
    publishedAt: '2026-10-20T08:00:00.000Z',
    text: {
      fr: [
        'Venir sans voiture, repartir sans courir',
        'Deux trains spéciaux relieront les grandes villes à la gare de **Kerlanvoz** le vendredi à midi, et dans l’autre sens à 2 h 30 dans la nuit de dimanche à lundi. De là, une navette toutes les vingt minutes, gratuite avec votre billet de train.',
        'À vélo, la voie verte arrive sur la plage : **11 kilomètres** sans une voiture, fléchés depuis la gare. Le parc à vélos est gardé jour et nuit.',
        'Si vous devez vraiment venir en voiture, venez à quatre : le parking coûte 20 €, moins 5 € par passager.',
      ],
      en: [
        'Come without a car, leave without running',
        'Two special trains will link the big cities to **Kerlanvoz** station on Friday at noon, and back again at 2.30 am in the night from Sunday to Monday. From there a shuttle runs every twenty minutes, free with your train ticket.',
        'By bike, the greenway leads to the beach: **11 kilometres** without a car, signposted from the station. The bike park is guarded day and night.',
        'If you really must drive, bring four people: parking costs €20, less €5 for each passenger.',
      ],
      es: [
        'Venir sin coche, irse sin correr',
        'Dos trenes especiales unirán las grandes ciudades con la estación de **Kerlanvoz** el viernes a mediodía, y de vuelta a las 2:30 en la noche del domingo al lunes. Desde allí, una lanzadera cada veinte minutos, gratuita con el billete de tren.',
        'En bicicleta, la vía verde llega a la playa: **11 kilómetros** sin un coche, señalizados desde la estación. El aparcamiento de bicis está vigilado día y noche.',
        'Si de verdad tiene que venir en coche, vengan cuatro: el aparcamiento cuesta 20 €, menos 5 € por pasajero.',
      ],
    },
  },
  {
    name: 'access-report',
    category: 'practical',
    format: 'html',
    publishedAt: '2026-09-02T08:00:00.000Z',
    text: {
      fr: [
        'Accessibilité : ce qui a marché, ce qui a manqué',
        'Après chaque édition, nous publions la liste de ce que l’on nous a reproché. En 2026, <strong>312 personnes</strong> ont demandé un aménagement ; 287 l’ont obtenu.',
        '<h2>Ce qui a manqué</h2><ul><li>Le caillebotis s’arrêtait à douze mètres de la scène de la Dune.</li><li>Les toilettes accessibles du Phare fermaient à minuit.</li><li>Le programme en gros caractères est arrivé le samedi.</li></ul>',
        '<h2>Ce qui change</h2><p>Le caillebotis va jusqu’à la plateforme, les toilettes restent ouvertes, et le programme en gros caractères, en braille et en français facile est prêt dès l’ouverture des portes.</p>',
      ],
      en: [
        'Accessibility: what worked and what was missing',
        'After each edition we publish the list of what people held against us. In 2026, <strong>312 people</strong> asked for an adjustment; 287 got it.',
        '<h2>What was missing</h2><ul><li>The boardwalk stopped twelve metres short of the Dune stage.</li><li>The accessible toilet at the Lighthouse closed at midnight.</li><li>The large-print programme arrived on Saturday.</li></ul>',
        '<h2>What is changing</h2><p>The boardwalk goes all the way to the platform, the toilet stays open, and the programme in large print, braille and easy French is ready when the gates open.</p>',
      ],
      es: [
        'Accesibilidad: lo que funcionó y lo que faltó',
        'Tras cada edición publicamos la lista de lo que se nos reprocha. En 2026, <strong>312 personas</strong> pidieron una adaptación; 287 la obtuvieron.',
        '<h2>Lo que faltó</h2><ul><li>La pasarela terminaba a doce metros del escenario de la Duna.</li><li>El aseo accesible del Faro cerraba a medianoche.</li><li>El programa en letra grande llegó el sábado.</li></ul>',
        '<h2>Lo que cambia</h2><p>La pasarela llega hasta la plataforma, el aseo permanece abierto y el programa en letra grande, en braille y en francés fácil está listo al abrir las puertas.</p>',
      ],
    },
  },
  {
    name: 'food-charter',
    category: 'practical',
    format: 'html',
    publishedAt: '2026-04-16T10:00:00.000Z',
    text: {
      fr: [
        'Manger ici : la charte des cantines',
        'Neuf cantines, cinq bars, une règle : tout ce qui se mange vient de moins de cent kilomètres, sauf le café, le chocolat et les citrons. Chaque stand propose au moins un plat végétarien, à dix euros ou moins.',
        'La vaisselle est en dur et lavée sur place. <em>Il n’y a pas de poubelle à vaisselle, parce qu’il n’y a rien à jeter.</em> Les restes partent chez les poules du haut du bourg, qui vous remercient.',
        'Les allergènes sont affichés en trois langues et dans la fiche de chaque stand.',
      ],
      en: [
        'Eating here: the canteen charter',
        'Nine canteens, five bars, one rule: everything you eat comes from less than a hundred kilometres away, apart from coffee, chocolate and lemons. Every stall has at least one vegetarian dish at ten euros or less.',
        'Plates are real and washed on site. <em>There is no bin for plates, because there is nothing to throw away.</em> Leftovers go to the hens at the top of the town, who thank you.',
        'Allergens are displayed in three languages and on the page of each stall.',
      ],
      es: [
        'Comer aquí: la carta de las cantinas',
        'Nueve cantinas, cinco bares, una regla: todo lo que se come viene de menos de cien kilómetros, salvo el café, el chocolate y los limones. Cada puesto ofrece al menos un plato vegetariano, a diez euros o menos.',
        'La vajilla es de verdad y se lava aquí. <em>No hay cubo para la vajilla, porque no hay nada que tirar.</em> Las sobras van a las gallinas de lo alto del pueblo, que se lo agradecen.',
        'Los alérgenos figuran en tres lenguas y en la ficha de cada puesto.',
      ],
    },
  },
  {
    name: 'after-the-tide',
    category: 'news',
    format: 'markdown',
    status: 'draft',
    publishedAt: '2027-07-12T08:00:00.000Z',
    text: {
      fr: [
        'Après la marée : le bilan 2027',
        '_Brouillon, à compléter après le festival._ Chiffres de fréquentation, poids des déchets, part des trajets sans voiture, demandes d’aménagement.',
        'Penser à remercier la capitainerie, les pompiers, et les voisines du quai nord.',
      ],
      en: [
        'After the tide: the 2027 report',
        '_Draft, to be completed after the festival._ Attendance, weight of waste, share of trips without a car, requests for adjustments.',
        'Remember to thank the harbour office, the firefighters and the neighbours on the north quay.',
      ],
      es: [
        'Después de la marea: el balance de 2027',
        '_Borrador, por completar tras el festival._ Asistencia, peso de los residuos, trayectos sin coche, peticiones de adaptación.',
        'Recordar dar las gracias a la capitanía, a los bomberos y a las vecinas del muelle norte.',
      ],
    },
  },
]
