import type { Article } from './article.ts'

export const backstage: Article[] = [
  {
    name: 'what-is-slack-water',
    category: 'backstage',
    format: 'html',
    publishedAt: '2026-02-18T09:00:00.000Z',
    text: {
      fr: [
        'L’étale, ou pourquoi nous portons ce nom',
        'Entre la marée qui descend et celle qui monte, il y a un moment où la mer ne fait rien. Les marins l’appellent <strong>l’étale</strong>. Elle dure quelques minutes, parfois une demi-heure ; les bateaux se redressent, les bouées cessent de pencher, et l’on s’entend parler d’un bord à l’autre du port.',
        'La première année, en 2019, nous étions quarante sur le môle avec deux enceintes et une rallonge. Au milieu d’une chanson, l’étale est arrivée. Le guitariste a cessé de jouer, sans se concerter avec personne, et pendant trois minutes tout le monde a écouté.',
        '<blockquote><p>« On a compris ce jour-là qu’un festival n’était pas là pour remplir le silence, mais pour lui donner une adresse. »</p></blockquote>',
        'C’est resté la règle : chaque édition s’ouvre à l’étale. On regarde l’heure dans l’annuaire des marées, et c’est la mer qui donne le départ.',
      ],
      en: [
        'Slack water, or how we came by our name',
        'Between the tide going out and the tide coming in there is a moment when the sea does nothing. Sailors here call it <strong>l’étale</strong>, slack water. It lasts a few minutes, sometimes half an hour; boats come upright, buoys stop leaning, and you can talk across the harbour without raising your voice.',
        'The first year, in 2019, there were forty of us on the quay with two speakers and an extension lead. In the middle of a song, slack water came. The guitarist stopped playing, without a word to anyone, and for three minutes everybody listened.',
        '<blockquote><p>“We understood that day that a festival is not there to fill the silence, but to give it an address.”</p></blockquote>',
        'It has been the rule ever since: each edition opens at slack water. We look up the time in the tide table, and the sea gives the signal.',
      ],
      es: [
        'La estoa, o por qué nos llamamos así',
        'Entre la marea que baja y la que sube hay un momento en que el mar no hace nada. Aquí los marineros lo llaman <strong>l’étale</strong>, la estoa. Dura unos minutos, a veces media hora; los barcos se enderezan, las boyas dejan de inclinarse y se puede hablar de un lado a otro del puerto.',
        'El primer año, en 2019, éramos cuarenta en el muelle con dos altavoces y un alargador. A mitad de una canción llegó la estoa. El guitarrista dejó de tocar, sin ponerse de acuerdo con nadie, y durante tres minutos todo el mundo escuchó.',
        '<blockquote><p>«Aquel día entendimos que un festival no está para llenar el silencio, sino para darle una dirección.»</p></blockquote>',
        'Desde entonces es la norma: cada edición se abre con la estoa. Miramos la hora en la tabla de mareas y es el mar quien da la salida.',
      ],
    },
  },
  {
    name: 'stage-without-anchors',
    category: 'backstage',
    format: 'markdown',
    publishedAt: '2026-03-25T09:00:00.000Z',
    text: {
      fr: [
        'Une scène posée sur le sable, sans un seul ancrage',
        'Une dune, c’est une plante qui tient du sable. Plantez-y un piquet et vous coupez la plante ; trois hivers plus tard, la mer est dans le camping. La scène de la Dune n’a donc **ni pieu, ni dalle, ni hauban planté**.',
        'Yannig Prézelec, charpentier de marine, l’a dessinée comme un bateau : une coque plate de dix tonnes, assemblée à la clé, lestée de sable humide. Quatre jours pour la monter, deux pour la défaire, et une marée pour effacer les traces.',
        'Le public arrive par un caillebotis surélevé qui laisse passer les oyats et les fauteuils roulants. Les deux sont également têtus.',
      ],
      en: [
        'A stage laid on the sand, without a single anchor',
        'A dune is a plant that holds sand. Drive in a stake and you cut the plant; three winters later the sea is in the campsite. So the Dune stage has **no piles, no slab and no pegged guy lines**.',
        'Yannig Prézelec, a boat builder, drew it like a boat: a flat ten-tonne hull, bolted together and weighted with wet sand. Four days to put it up, two to take it down, and one tide to wipe away the traces.',
        'The audience arrives along a raised boardwalk that lets through both marram grass and wheelchairs. The two are equally stubborn.',
      ],
      es: [
        'Un escenario posado en la arena, sin un solo anclaje',
        'Una duna es una planta que sujeta arena. Clave una estaca y cortará la planta; tres inviernos después, el mar está en el camping. Por eso el escenario de la Duna **no tiene pilotes, ni losa, ni vientos clavados**.',
        'Yannig Prézelec, carpintero de ribera, lo dibujó como un barco: un casco plano de diez toneladas, montado con llave y lastrado con arena húmeda. Cuatro días para montarlo, dos para deshacerlo y una marea para borrar las huellas.',
        'El público llega por una pasarela elevada que deja pasar el barrón y las sillas de ruedas. Ambos son igual de tercos.',
      ],
    },
    blocks: (say, id) => [
      {
        type: 'button',
        label: say('Voir la Dune sur le plan', 'See the Dune on the map', 'Ver la Duna en el plano'),
        style: 'filled',
        navigator: { broadcastInterestPointId: id('place-dune') },
      },
    ],
  },
  {
    name: 'lighthouse-metronome',
    category: 'backstage',
    format: 'html',
    publishedAt: '2026-05-12T12:00:00.000Z',
    text: {
      fr: [
        'Balise 9 règle ses machines sur le phare',
        'Le feu de la Pointe donne un éclat blanc toutes les cinq secondes depuis 1871. C’est un peu lent pour de la techno. Multiplié par dix, cela fait cent vingt battements par minute : exactement ce qu’il faut.',
        'Depuis mars, le duo dort dans la maison du gardien. Une cellule photo-électrique lit chaque éclat et remet les machines à l’heure ; si le phare prenait du retard, la musique en prendrait aussi. « En deux mois, il ne s’est pas trompé une fois. Nous, si. »',
        '<h2>Une seule lumière</h2><p>Pendant le concert, aucun projecteur : le faisceau passe au-dessus du public, et c’est tout. Les personnes photosensibles trouveront un espace de retrait derrière le bar du Phare.</p>',
      ],
      en: [
        'Balise 9 set their machines by the lighthouse',
        'The light on the Point has given one white flash every five seconds since 1871. That is a little slow for techno. Multiplied by ten, it makes a hundred and twenty beats per minute: exactly right.',
        'The duo have been sleeping in the keeper’s house since March. A photocell reads each flash and resets the machines; if the lighthouse ran late, so would the music. “In two months it has not been wrong once. We have.”',
        '<h2>A single light</h2><p>There are no spotlights during the concert: the beam passes over the audience, and that is all. Photosensitive visitors will find a retreat behind the Lighthouse Bar.</p>',
      ],
      es: [
        'Balise 9 ajusta sus máquinas al faro',
        'La luz de la Punta da un destello blanco cada cinco segundos desde 1871. Es algo lento para el tecno. Multiplicado por diez, son ciento veinte pulsaciones por minuto: justo lo que hace falta.',
        'El dúo duerme desde marzo en la casa del farero. Una célula fotoeléctrica lee cada destello y pone en hora las máquinas; si el faro se retrasara, la música también. «En dos meses no se ha equivocado ni una vez. Nosotros sí.»',
        '<h2>Una sola luz</h2><p>Durante el concierto no hay focos: el haz pasa sobre el público, y nada más. Las personas fotosensibles tienen un espacio de descanso detrás del Bar del Faro.</p>',
      ],
    },
    blocks: (say, id) => [
      {
        type: 'sessions',
        title: say('Toute la nuit au Phare', 'All night at the Lighthouse', 'Toda la noche en el Faro'),
        format: 'list',
        query: { filters: [{ interestPointId: id('place-lighthouse') }], sort: { 'time.start': 'asc' }, limit: -1 },
      },
    ],
  },
  {
    name: 'radio-gull',
    category: 'backstage',
    format: 'markdown',
    publishedAt: '2026-06-09T06:30:00.000Z',
    text: {
      fr: [
        'Radio Goéland, quatre-vingt-douze heures sans couper le micro',
        'Le studio tient dans une ancienne glacière à poissons, vitrée sur trois côtés. On y entre comme on veut : la règle est qu’un micro reste toujours libre pour qui passe.',
        'Soizic Aubrenn y présente chaque fin d’après-midi **Le Journal de marée**, en public, à la Criée. Au sommaire : le ciel, l’eau, les objets trouvés, et une question posée à la personne la plus éloignée de la scène.',
        'On l’écoute sur 92.0 FM dans la baie, et partout ailleurs sur le site du festival.',
      ],
      en: [
        'Radio Gull, ninety-two hours without closing the microphone',
        'The studio fits inside an old fish ice house, glazed on three sides. Anyone may walk in: the rule is that one microphone always stays free for whoever is passing.',
        'Late every afternoon Soizic Aubrenn presents **The Tide Journal** from there, in front of an audience at the Fish Hall. On the agenda: the sky, the water, lost property, and one question to the person furthest from the stage.',
        'Listen on 92.0 FM in the bay, and everywhere else on the festival’s website.',
      ],
      es: [
        'Radio Gaviota, noventa y dos horas sin cerrar el micrófono',
        'El estudio cabe en una antigua nevera de pescado, acristalada por tres lados. Se entra cuando se quiere: la regla es que siempre quede un micrófono libre para quien pase.',
        'Soizic Aubrenn presenta allí cada tarde **El Diario de marea**, con público, en la Lonja. En el sumario: el cielo, el agua, los objetos perdidos y una pregunta a la persona más alejada del escenario.',
        'Se escucha en el 92.0 FM en la bahía, y en todas partes en la web del festival.',
      ],
    },
  },
]
