import { session } from './session.ts'

export const friday = [
  session('knots-workshop', 'sail-loft', '10:30-12:00', 'workshop', ['yannig-prezelec'], {
    fr: 'Huit nœuds pour une vie | Apprendre à amarrer un bateau, un hamac ou une promesse. Cordage fourni, dès 8 ans.',
    en: 'Eight knots for a lifetime | Learn to moor a boat, a hammock or a promise. Rope provided, ages 8 and up.',
    es: 'Ocho nudos para toda la vida | Aprender a amarrar un barco, una hamaca o una promesa. Cuerda incluida, desde 8 años.',
  }),
  session('puppets-limpet', 'dune', '11:00-11:45', 'family', ['compagnie-bernique'], {
    fr: 'La bernique qui voulait voir | Une bernique quitte son rocher pour la première fois. Marionnettes, de 3 à 8 ans.',
    en: 'The limpet who wanted to see | A limpet leaves its rock for the very first time. Puppets, ages 3 to 8.',
    es: 'La lapa que quería ver | Una lapa deja su roca por primera vez. Títeres, de 3 a 8 años.',
  }),
  session('tides-talk', 'fish-hall', '14:00-15:00', 'talk', ['eloise-kermadoz'], {
    fr: 'Pourquoi la mer revient | Deux marées par jour, une lune en retard de cinquante minutes : la mécanique la plus fidèle du monde, expliquée avec un seau et une orange.',
    en: 'Why the sea comes back | Two tides a day, a moon fifty minutes late: the most faithful machine in the world, explained with a bucket and an orange.',
    es: 'Por qué vuelve el mar | Dos mareas al día, una luna con cincuenta minutos de retraso: la mecánica más fiel del mundo, explicada con un cubo y una naranja.',
  }),
  session('indigo-workshop', 'sail-loft', '14:00-15:30', 'workshop', ['hana-morikaze'], {
    fr: 'Indigo et eau de mer | Teindre son pavillon aux plis et aux ficelles. On repart les mains bleues.',
    en: 'Indigo and sea water | Dye your own flag with folds and string. You will leave with blue hands.',
    es: 'Índigo y agua de mar | Teñir una bandera con pliegues y cordeles. Se sale con las manos azules.',
  }),
  session('sound-nap', 'chapel', '14:30-15:30', 'quiet', ['heron-cendre'], {
    fr: 'Sieste sonore | Une heure de clarinette basse, des nattes au sol et le droit de dormir.',
    en: 'Sound nap | An hour of bass clarinet, mats on the floor and the right to fall asleep.',
    es: 'Siesta sonora | Una hora de clarinete bajo, esterillas en el suelo y derecho a dormir.',
  }),
  session('quay-songs', 'dune', '15:00-15:45', 'song', ['fleur-de-quai'], {
    fr: 'Fleur de Quai | Premier concert sur le sable : apportez votre voix, ils ont les paroles.',
    en: 'Fleur de Quai | The first gig on the sand: bring your voice, they have the lyrics.',
    es: 'Fleur de Quai | Primer concierto en la arena: traiga la voz, ellos ponen la letra.',
  }),
  session(
    'coastline-debate',
    'fish-hall',
    '15:30-16:45',
    'debate',
    ['noor-benhadjar', 'rivage-vivant', 'soizic-aubrenn'],
    {
      fr: 'Reculer, tenir, partir ? | La côte bouge d’un mètre par an. Qui décide de ce qu’on déplace, et qui paie ? Débat avec la salle.',
      en: 'Retreat, hold, leave? | The coast moves a metre a year. Who decides what we move, and who pays? A debate with the audience.',
      es: '¿Retroceder, resistir, marcharse? | La costa se mueve un metro al año. ¿Quién decide qué se traslada y quién paga? Debate con la sala.',
    },
  ),
  session('open-choir', 'sail-loft', '16:00-17:00', 'workshop', ['chorale-du-quai'], {
    fr: 'La chorale ouverte | Apprendre en une heure les trois chants de la clôture. Aucune note à lire.',
    en: 'The open choir | Learn the three songs of the closing night in one hour. No sheet music needed.',
    es: 'El coro abierto | Aprender en una hora los tres cantos de la clausura. Sin leer partituras.',
  }),
  session('wrenfield-solo', 'chapel', '16:30-17:15', 'song', ['ada-wrenfield'], {
    fr: 'Ada Wrenfield, seule | Une guitare, une chaise, des chansons qu’elle ne joue pas ailleurs.',
    en: 'Ada Wrenfield, solo | One guitar, one chair, and songs she plays nowhere else.',
    es: 'Ada Wrenfield, a solas | Una guitarra, una silla y canciones que no toca en ningún otro sitio.',
  }),
  session('tide-journal-friday', 'fish-hall', '17:00-17:40', 'reading', ['soizic-aubrenn'], {
    fr: 'Le Journal de marée, vendredi | Radio Goéland en direct et en public : les nouvelles du festival, du ciel et de l’eau.',
    en: 'The Tide Journal, Friday | Radio Gull live in front of you: news of the festival, the sky and the water.',
    es: 'El Diario de marea, viernes | Radio Gaviota en directo y con público: noticias del festival, del cielo y del agua.',
  }),
  session('opening-ceremony', 'jetty', '18:00-18:45', 'show', ['tambour-tempete'], {
    fr: 'Cérémonie d’ouverture | Trente tambours remontent la jetée à l’instant où la mer s’arrête. Le festival commence quand ils se taisent.',
    en: 'Opening ceremony | Thirty drums walk up the jetty at the moment the sea stands still. The festival begins when they fall silent.',
    es: 'Ceremonia de apertura | Treinta tambores suben por el espigón en el instante en que el mar se detiene. El festival empieza cuando callan.',
  }),
  session('goulet-voices', 'chapel', '19:00-19:45', 'song', ['filles-du-goulet'], {
    fr: 'Les Filles du Goulet | Cinq voix sans micro sous la charpente en coque renversée.',
    en: 'Les Filles du Goulet | Five unamplified voices under a roof like an upturned hull.',
    es: 'Les Filles du Goulet | Cinco voces sin micrófono bajo un techo como un casco invertido.',
  }),
  session('sonar-sunset', 'lighthouse', '19:15-20:30', 'electro', ['sonar-soeurs'], {
    fr: 'Sonar Sœurs, première lueur | Un set lent pour accompagner le soleil jusqu’au bord.',
    en: 'Sonar Sœurs, first light | A slow set to walk the sun down to the edge.',
    es: 'Sonar Sœurs, primera luz | Una sesión lenta para acompañar al sol hasta el borde.',
  }),
  session('kabar-soley', 'jetty', '19:30-20:30', 'world', ['kabar-soley'], {
    fr: 'Kabar Soley | Maloya de trois générations. Faites place au centre, le cercle viendra.',
    en: 'Kabar Soley | Maloya from three generations. Leave room in the middle, the circle will come.',
    es: 'Kabar Soley | Maloya de tres generaciones. Dejen sitio en el centro: el círculo llegará.',
  }),
  session('slow-herons', 'dune', '20:15-21:15', 'song', ['slow-herons'], {
    fr: 'The Slow Herons | Folk d’estuaire à l’heure où les vrais hérons rentrent.',
    en: 'The Slow Herons | Estuary folk at the hour when the real herons fly home.',
    es: 'The Slow Herons | Folk de estuario a la hora en que las garzas de verdad vuelven a casa.',
  }),
  session('salt-people-film', 'fish-hall', '20:30-22:00', 'show', [], {
    fr: 'Film : Les gens du sel | Un an dans les salines de Galvenn, sans commentaire. Sous-titré en anglais et en espagnol.',
    en: 'Film: The Salt People | A year in the Galvenn salt pans, without commentary. English and Spanish subtitles.',
    es: 'Película: La gente de la sal | Un año en las salinas de Galvenn, sin comentario. Subtítulos en inglés y español.',
  }),
  session('xiana-do-vento', 'jetty', '21:15-22:15', 'world', ['xiana-do-vento'], {
    fr: 'Xiana do Vento | Six tambourins, une voix, des basses à faire trembler les haubans.',
    en: 'Xiana do Vento | Six tambourines, one voice, and bass to shake the rigging.',
    es: 'Xiana do Vento | Seis panderetas, una voz y unos graves que hacen temblar los obenques.',
  }),
  session('tidal-moth', 'lighthouse', '21:30-22:30', 'electro', ['tidal-moth'], {
    fr: 'Tidal Moth | Les vasières de l’autre rive, en huit canaux autour du public.',
    en: 'Tidal Moth | The mudflats of the far shore, in eight channels around the audience.',
    es: 'Tidal Moth | Las marismas de la otra orilla, en ocho canales alrededor del público.',
  }),
  session('cumbia-marisma-dune', 'dune', '22:00-23:00', 'world', ['cumbia-marisma'], {
    fr: 'Cumbia Marisma sur le sable | Danser pieds nus jusqu’à ce que la marée dise stop.',
    en: 'Cumbia Marisma on the sand | Dance barefoot until the tide says stop.',
    es: 'Cumbia Marisma en la arena | Bailar descalzos hasta que la marea diga basta.',
  }),
  session('vieux-greement', 'sail-loft', '22:30-23:15', 'rock', ['vieux-greement'], {
    fr: 'Vieux Gréement | Quarante minutes, aucun rappel, bouchons d’oreilles conseillés.',
    en: 'Vieux Gréement | Forty minutes, no encore, earplugs advised.',
    es: 'Vieux Gréement | Cuarenta minutos, sin bis, se recomiendan tapones.',
  }),
  session('sel-gris', 'jetty', '23:00-00:30', 'rock', ['sel-gris'], {
    fr: 'Sel Gris | Retour au port pour les enfants du pays : tout « Brisants », et les vieilles chansons que vous réclamez.',
    en: 'Sel Gris | The local heroes come home: all of “Brisants”, and the old songs you keep asking for.',
    es: 'Sel Gris | Los hijos del lugar vuelven a puerto: todo «Brisants» y las canciones viejas que piden siempre.',
  }),
  session('varech-club', 'sail-loft', '00:30-02:30', 'electro', ['mademoiselle-varech'], {
    fr: 'Mademoiselle Varech | Deux heures de disques sous les voiles suspendues.',
    en: 'Mademoiselle Varech | Two hours of records under the hanging sails.',
    es: 'Mademoiselle Varech | Dos horas de discos bajo las velas colgadas.',
  }),
  session('minuit-cormoran', 'lighthouse', '00:45-02:15', 'electro', ['minuit-cormoran'], {
    fr: 'Minuit Cormoran | Live de machines à la lumière du phare. Descente garantie.',
    en: 'Minuit Cormoran | A live set of machines by the light of the lighthouse. A guaranteed dive.',
    es: 'Minuit Cormoran | Directo de máquinas a la luz del faro. Inmersión garantizada.',
  }),
]
