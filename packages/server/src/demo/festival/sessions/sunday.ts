import { session } from './session.ts'

export const sunday = [
  session('dawn-quartz', 'lighthouse', '06:15-07:15', 'quiet', ['heron-cendre', 'quartz-marin'], {
    fr: 'L’aube du dimanche | Clarinette et galets, pour ceux qui se lèvent et ceux qui ne se sont pas couchés.',
    en: 'Sunday dawn | Clarinet and pebbles, for those getting up and those who never went to bed.',
    es: 'El alba del domingo | Clarinete y guijarros, para quienes madrugan y quienes no se acostaron.',
  }),
  session('shore-glean', 'dune', '09:00-10:30', 'workshop', ['rivage-vivant'], {
    fr: 'La grande glane | Ramasser, trier, reconnaître ce que la mer dépose. Gants et sacs fournis.',
    en: 'The great glean | Pick up, sort and recognise what the sea leaves behind. Gloves and bags provided.',
    es: 'La gran recogida | Recoger, clasificar y reconocer lo que deja el mar. Guantes y sacos incluidos.',
  }),
  session('indigo-second', 'sail-loft', '10:00-11:30', 'workshop', ['hana-morikaze'], {
    fr: 'Indigo, deuxième bain | Plonger, oxyder, rincer : les pavillons de la clôture naissent ici.',
    en: 'Indigo, second bath | Dip, oxidise, rinse: the flags of the closing night are born here.',
    es: 'Índigo, segundo baño | Sumergir, oxidar, aclarar: aquí nacen las banderas de la clausura.',
  }),
  session('strings-and-harp', 'chapel', '10:30-11:30', 'quiet', ['belle-brume', 'yse-talvern'], {
    fr: 'Cordes du dimanche | Le quatuor et la harpe, pour la première fois ensemble.',
    en: 'Sunday strings | The quartet and the harp, together for the first time.',
    es: 'Cuerdas del domingo | El cuarteto y el arpa, juntos por primera vez.',
  }),
  session('boat-commons', 'fish-hall', '11:00-12:00', 'talk', ['yannig-prezelec'], {
    fr: 'Un bateau à deux cents mains | Comment une ville a reconstruit sa barque de passage, et ce que cela a réparé d’autre.',
    en: 'A boat with two hundred hands | How a town rebuilt its ferry boat, and what else that mended.',
    es: 'Un barco de doscientas manos | Cómo un pueblo reconstruyó su barca de paso y qué más se reparó con ello.',
  }),
  session('puppets-return', 'dune', '11:30-12:15', 'family', ['compagnie-bernique'], {
    fr: 'La bernique rentre chez elle | La suite, et la fin, des aventures du vendredi. Se comprend sans le début.',
    en: 'The limpet goes home | The end of Friday’s adventures. It makes sense without the beginning.',
    es: 'La lapa vuelve a casa | El final de las aventuras del viernes. Se entiende sin el principio.',
  }),
  session('song-in-an-hour', 'sail-loft', '12:00-13:15', 'workshop', ['ada-wrenfield'], {
    fr: 'Une chanson en une heure | Écrire, essayer, rater, garder. Instruments prêtés par L’Établi.',
    en: 'A song in an hour | Write, try, fail, keep. Instruments lent by The Workbench.',
    es: 'Una canción en una hora | Escribir, probar, fallar, guardar. Instrumentos prestados por El Banco.',
  }),
  session('two-doors-reading', 'chapel', '13:00-13:45', 'reading', ['ines-almarin'], {
    fr: 'La maison aux deux portes | Lecture en trois langues d’un roman à paraître.',
    en: 'The house with two doors | A reading in three languages from a novel to come.',
    es: 'La casa de las dos puertas | Lectura en tres lenguas de una novela aún inédita.',
  }),
  session('maps-and-games', 'fish-hall', '13:30-14:30', 'talk', ['lior-vandemeer', 'eloise-kermadoz'], {
    fr: 'Jeux, cartes et marées | On joue en direct, toute la salle ensemble, à traverser la baie sans se mouiller.',
    en: 'Games, maps and tides | The whole room plays together, live: crossing the bay without getting wet.',
    es: 'Juegos, mapas y mareas | Toda la sala juega a la vez, en directo: cruzar la bahía sin mojarse.',
  }),
  session('maloya-circle', 'dune', '14:00-15:00', 'world', ['kabar-soley'], {
    fr: 'Cercle maloya | Kabar Soley sans scène : on apprend le rythme, puis on le garde.',
    en: 'Maloya circle | Kabar Soley without a stage: learn the rhythm, then keep it.',
    es: 'Círculo maloya | Kabar Soley sin escenario: se aprende el ritmo y luego se mantiene.',
  }),
  session('mend-it', 'sail-loft', '14:30-16:00', 'workshop', [], {
    fr: 'Réparer au lieu de jeter | Instruments, tentes, lampes frontales : venez avec ce qui est cassé.',
    en: 'Mend, don’t bin | Instruments, tents, head torches: bring what is broken.',
    es: 'Reparar en vez de tirar | Instrumentos, tiendas, linternas: traigan lo que esté roto.',
  }),
  session(
    'no-trace-debate',
    'fish-hall',
    '15:00-16:15',
    'debate',
    ['rivage-vivant', 'fatou-ndiambel', 'baptiste-ormeval', 'soizic-aubrenn'],
    {
      fr: 'Disparaître sans laisser de trace | Un festival peut-il rendre sa plage plus propre qu’il ne l’a trouvée ? Chiffres sur la table.',
      en: 'Leaving without a trace | Can a festival give its beach back cleaner than it found it? With the figures on the table.',
      es: 'Irse sin dejar huella | ¿Puede un festival devolver su playa más limpia de como la encontró? Con las cifras sobre la mesa.',
    },
  ),
  session('xiana-solo', 'chapel', '15:30-16:15', 'world', ['xiana-do-vento'], {
    fr: 'Xiana do Vento, à voix nue | Les airs de son village, sans machine, un tambourin à la main.',
    en: 'Xiana do Vento, bare voice | The tunes of her village, no machines, a tambourine in her hand.',
    es: 'Xiana do Vento, a voz desnuda | Los aires de su aldea, sin máquinas, pandereta en mano.',
  }),
  session('drum-parade', 'jetty', '16:00-16:45', 'show', ['tambour-tempete'], {
    fr: 'La parade des bidons | Tambour Tempête et tous les élèves du samedi, du môle au village.',
    en: 'The barrel parade | Tambour Tempête and all of Saturday’s pupils, from the quay to the village.',
    es: 'El desfile de los bidones | Tambour Tempête y todo el alumnado del sábado, del muelle al pueblo.',
  }),
  session('children-disco', 'sail-loft', '16:30-17:30', 'family', ['petite-maree'], {
    fr: 'La boum de Petite Marée | Bulles, limbo et volume pour petites oreilles. Les grands dansent aussi.',
    en: 'Petite Marée’s disco | Bubbles, limbo and a volume for small ears. Grown-ups dance too.',
    es: 'La fiesta de Petite Marée | Burbujas, limbo y volumen para oídos pequeños. Los mayores también bailan.',
  }),
  session('first-steps', 'dune', '16:30-17:30', 'workshop', ['bal-des-marees'], {
    fr: 'Premiers pas de fest-noz | Trois danses en une heure, en ligne, en rond et en couple.',
    en: 'First fest-noz steps | Three dances in an hour: in a line, in a ring and in pairs.',
    es: 'Primeros pasos de fest-noz | Tres bailes en una hora: en fila, en corro y en pareja.',
  }),
  session('tide-journal-sunday', 'fish-hall', '17:00-17:40', 'reading', ['soizic-aubrenn'], {
    fr: 'Le Journal de marée, dernière | Le bilan, les mercis, et l’annonce des dates de l’an prochain.',
    en: 'The Tide Journal, final edition | The summing-up, the thank-yous, and next year’s dates.',
    es: 'El Diario de marea, última edición | El balance, los agradecimientos y las fechas del próximo año.',
  }),
  session('cumbia-marisma-jetty', 'jetty', '17:30-18:30', 'world', ['cumbia-marisma'], {
    fr: 'Cumbia Marisma, grand format | La fanfare au complet, accordéons devant.',
    en: 'Cumbia Marisma, full size | The whole band, accordions in front.',
    es: 'Cumbia Marisma, gran formato | La banda al completo, con los acordeones delante.',
  }),
  session('slow-herons-chapel', 'chapel', '18:00-18:45', 'song', ['slow-herons'], {
    fr: 'The Slow Herons, en cercle | Le public assis autour, les lumières éteintes.',
    en: 'The Slow Herons in the round | The audience sits around them, lights out.',
    es: 'The Slow Herons en círculo | El público sentado alrededor, con las luces apagadas.',
  }),
  session('sonar-last', 'lighthouse', '18:30-20:00', 'electro', ['sonar-soeurs'], {
    fr: 'Sonar Sœurs, dernier vinyle | La fin d’après-midi la plus lente du week-end.',
    en: 'Sonar Sœurs, last record | The slowest late afternoon of the weekend.',
    es: 'Sonar Sœurs, último vinilo | El final de tarde más lento del fin de semana.',
  }),
  session('quay-last-songs', 'dune', '19:00-20:00', 'song', ['fleur-de-quai'], {
    fr: 'Fleur de Quai, la tournée d’adieu | Toutes les chansons apprises, une dernière fois, avec vous.',
    en: 'Fleur de Quai, farewell round | Every song you learned, one last time, with you.',
    es: 'Fleur de Quai, ronda de despedida | Todas las canciones aprendidas, una última vez, con ustedes.',
  }),
  session('danfora-and-friends', 'jetty', '19:15-20:15', 'world', ['sekou-danfora', 'lune-rousse'], {
    fr: 'Sékou Danfora et Lune Rousse | La kora rencontre le trio, après deux jours de répétition sur la plage.',
    en: 'Sékou Danfora and Lune Rousse | The kora meets the trio, after two days of rehearsing on the beach.',
    es: 'Sékou Danfora y Lune Rousse | La kora se encuentra con el trío, tras dos días de ensayo en la playa.',
  }),
  session('grand-cabestan', 'jetty', '21:00-22:30', 'world', ['grand-cabestan'], {
    fr: 'Grand Cabestan | Le bal de toute la ville. Douze musiciens, dix mille pieds.',
    en: 'Grand Cabestan | A ball for the whole town. Twelve musicians, ten thousand feet.',
    es: 'Grand Cabestan | El baile de todo el pueblo. Doce músicos, diez mil pies.',
  }),
  session('closing-ceremony', 'jetty', '22:45-23:30', 'show', ['chorale-du-quai', 'filles-du-goulet'], {
    fr: 'Cérémonie de clôture | Mille lanternes sur l’eau, trois chants, et la mer qui revient.',
    en: 'Closing ceremony | A thousand lanterns on the water, three songs, and the sea coming back in.',
    es: 'Ceremonia de clausura | Mil farolillos sobre el agua, tres cantos y el mar que vuelve.',
  }),
  session('varech-farewell', 'lighthouse', '23:45-01:30', 'electro', ['mademoiselle-varech'], {
    fr: 'Mademoiselle Varech éteint le phare | Le dernier set. À la fin, elle appuie vraiment sur l’interrupteur.',
    en: 'Mademoiselle Varech turns off the light | The last set. At the end she really does press the switch.',
    es: 'Mademoiselle Varech apaga el faro | La última sesión. Al final pulsa de verdad el interruptor.',
  }),
]
