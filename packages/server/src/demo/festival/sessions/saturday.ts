import { session } from './session.ts'

export const saturday = [
  session('dawn-heron', 'lighthouse', '06:15-07:15', 'quiet', ['heron-cendre'], {
    fr: 'L’aube du samedi | Clarinette basse face au soleil levant. Café offert aux cent premiers.',
    en: 'Saturday dawn | Bass clarinet facing the rising sun. Free coffee for the first hundred.',
    es: 'El alba del sábado | Clarinete bajo frente al sol naciente. Café gratis para los cien primeros.',
  }),
  session('body-wake-up', 'sail-loft', '09:30-10:30', 'workshop', ['vague-oblique'], {
    fr: 'Réveil du corps | Étirements, équilibre et danse au sol avec la compagnie. Tous les corps, tous les âges.',
    en: 'Body wake-up | Stretching, balance and floor work with the company. Every body, every age.',
    es: 'Despertar del cuerpo | Estiramientos, equilibrio y danza de suelo con la compañía. Todos los cuerpos, todas las edades.',
  }),
  session('harp-morning', 'chapel', '10:00-10:45', 'quiet', ['yse-talvern'], {
    fr: 'Ysé Talvern, matin | Une pièce pour harpe et boucles, improvisée sur la lumière des vitraux.',
    en: 'Ysé Talvern, morning | A piece for harp and loops, improvised on the light of the windows.',
    es: 'Ysé Talvern, mañana | Una pieza para arpa y bucles, improvisada sobre la luz de las vidrieras.',
  }),
  session('puppets-storm', 'dune', '10:30-11:15', 'family', ['compagnie-bernique'], {
    fr: 'Tempête dans une bassine | Comment naît une vague ? Marionnettes et vraie eau, de 4 à 10 ans.',
    en: 'Storm in a washtub | How is a wave born? Puppets and real water, ages 4 to 10.',
    es: 'Tormenta en un barreño | ¿Cómo nace una ola? Títeres y agua de verdad, de 4 a 10 años.',
  }),
  session('seaweed-talk', 'fish-hall', '11:00-12:00', 'talk', ['tanguy-rochvel', 'margot-helluin'], {
    fr: 'Ce que le goémon peut nourrir | Un goémonier et une cuisinière parlent récolte, partage et ragoût.',
    en: 'What seaweed can feed | A harvester and a cook talk about gathering, sharing and stew.',
    es: 'Lo que las algas alimentan | Un recolector y una cocinera hablan de cosecha, reparto y guiso.',
  }),
  session('weather-music', 'sail-loft', '11:00-12:30', 'workshop', ['lior-vandemeer'], {
    fr: 'Jouer la météo | Transformer cent ans de relevés en mélodie, sur ordinateur prêté. Dès 12 ans.',
    en: 'Playing the weather | Turn a hundred years of readings into a tune, on borrowed computers. Ages 12 and up.',
    es: 'Tocar el tiempo | Convertir cien años de registros en melodía, con ordenadores prestados. Desde 12 años.',
  }),
  session('belle-brume', 'chapel', '12:15-13:00', 'quiet', ['belle-brume'], {
    fr: 'Quatuor Belle-Brume | Quatre archets dans la pénombre, un programme tenu secret.',
    en: 'Quatuor Belle-Brume | Four bows in half-light, and a programme kept secret.',
    es: 'Quatuor Belle-Brume | Cuatro arcos en penumbra y un programa secreto.',
  }),
  session('quay-choir', 'dune', '14:00-14:50', 'song', ['chorale-du-quai'], {
    fr: 'La Chorale du Quai | Soixante-dix voisins et un chef en sabots.',
    en: 'La Chorale du Quai | Seventy neighbours and a conductor in clogs.',
    es: 'La Chorale du Quai | Setenta vecinos y un director con zuecos.',
  }),
  session('bay-sound-talk', 'fish-hall', '14:00-15:00', 'talk', ['gwenn-lestric'], {
    fr: 'À quoi sonne une baie | Écoute commentée, dans le noir : crevettes, moteurs, pluie et ce silence qu’on a perdu.',
    en: 'What a bay sounds like | A guided listening in the dark: shrimps, engines, rain and the silence we have lost.',
    es: 'A qué suena una bahía | Escucha comentada a oscuras: gambas, motores, lluvia y el silencio que hemos perdido.',
  }),
  session('seaweed-cooking', 'sail-loft', '14:00-15:30', 'workshop', ['margot-helluin'], {
    fr: 'Cuisiner l’estran | Tartare d’algues, pain de dulse, beurre maison. On goûte tout, en plusieurs fois.',
    en: 'Cooking the foreshore | Seaweed tartare, dulse bread, home-made butter. We taste everything, more than once.',
    es: 'Cocinar la orilla | Tartar de algas, pan de dulse, mantequilla casera. Se prueba todo, varias veces.',
  }),
  session('slack-water-reading', 'chapel', '15:00-15:45', 'reading', ['baptiste-ormeval'], {
    fr: 'Éloge de l’étale | Lecture philosophique du moment où la mer ne monte plus et ne descend pas encore.',
    en: 'In praise of slack water | A philosophical reading of the moment when the sea no longer rises and does not yet fall.',
    es: 'Elogio de la estoa | Lectura filosófica del momento en que el mar ya no sube y todavía no baja.',
  }),
  session('currents-talk', 'fish-hall', '15:30-16:30', 'talk', ['fatou-ndiambel'], {
    fr: 'Le courant, c’est nous | Des turbines lentes que l’on répare au port : plans ouverts et pannes avouées.',
    en: 'The current is ours | Slow turbines that can be mended in the harbour: open plans and admitted failures.',
    es: 'La corriente somos nosotros | Turbinas lentas que se reparan en el puerto: planos abiertos y averías confesadas.',
  }),
  session('kora-afternoon', 'dune', '16:00-17:00', 'world', ['sekou-danfora'], {
    fr: 'Sékou Danfora, trois koras | Trois instruments, trois histoires, un parasol.',
    en: 'Sékou Danfora, three koras | Three instruments, three stories, one parasol.',
    es: 'Sékou Danfora, tres koras | Tres instrumentos, tres historias, una sombrilla.',
  }),
  session('barrel-drums', 'sail-loft', '16:30-17:30', 'workshop', ['tambour-tempete'], {
    fr: 'Taper juste | Atelier de percussions sur bidons, pour rejoindre la parade du dimanche.',
    en: 'Hitting it right | Barrel drumming workshop, to join the Sunday parade.',
    es: 'Golpear bien | Taller de percusión sobre bidones, para unirse al desfile del domingo.',
  }),
  session('shore-novels', 'fish-hall', '17:00-18:00', 'reading', ['ines-almarin', 'soizic-aubrenn'], {
    fr: 'Romans de rivage | Inés Almarín lit en espagnol et répond en français, guidée par Soizic Aubrenn.',
    en: 'Shoreline novels | Inés Almarín reads in Spanish and answers in French, guided by Soizic Aubrenn.',
    es: 'Novelas de orilla | Inés Almarín lee en español y responde en francés, de la mano de Soizic Aubrenn.',
  }),
  session('goulet-jetty', 'jetty', '17:15-18:00', 'song', ['filles-du-goulet'], {
    fr: 'Les Filles du Goulet en plein vent | Les mêmes voix qu’à la chapelle, face à six mille personnes.',
    en: 'Les Filles du Goulet in the wind | The same voices as in the chapel, facing six thousand people.',
    es: 'Les Filles du Goulet al viento | Las mismas voces que en la capilla, ante seis mil personas.',
  }),
  session('low-tide-dance', 'dune', '18:00-18:50', 'show', ['vague-oblique'], {
    fr: 'Basse mer | Pièce pour sept danseurs et une plage nue, au plus bas de la mer. Elle finit les pieds dans l’eau.',
    en: 'Low water | A piece for seven dancers and a bare beach, when the sea is at its lowest. It ends with wet feet.',
    es: 'Bajamar | Pieza para siete bailarines y una playa desnuda, con el mar en su punto más bajo. Termina con los pies en el agua.',
  }),
  session('lune-rousse', 'chapel', '18:00-18:50', 'quiet', ['lune-rousse'], {
    fr: 'Lune Rousse Trio | Jazz sans amplification, à trois mètres du premier rang.',
    en: 'Lune Rousse Trio | Unamplified jazz, three metres from the front row.',
    es: 'Lune Rousse Trio | Jazz sin amplificar, a tres metros de la primera fila.',
  }),
  session('tide-journal-saturday', 'fish-hall', '18:30-19:10', 'reading', ['soizic-aubrenn'], {
    fr: 'Le Journal de marée, samedi | Invités surprises, bulletin des bénévoles et météo chantée.',
    en: 'The Tide Journal, Saturday | Surprise guests, the volunteers’ bulletin and a sung forecast.',
    es: 'El Diario de marea, sábado | Invitados sorpresa, parte del voluntariado y previsión cantada.',
  }),
  session('brumaire-club', 'jetty', '19:00-20:00', 'rock', ['brumaire-club'], {
    fr: 'Brumaire Club | Pop claire pour soir doré. Leur premier grand concert.',
    en: 'Brumaire Club | Bright pop for a golden evening. Their first big show.',
    es: 'Brumaire Club | Pop claro para una tarde dorada. Su primer gran concierto.',
  }),
  session('varech-sunset', 'lighthouse', '20:00-21:30', 'electro', ['mademoiselle-varech'], {
    fr: 'Mademoiselle Varech, coucher de soleil | Disco lent et chansons de marins, face à l’ouest.',
    en: 'Mademoiselle Varech at sunset | Slow disco and sea songs, facing west.',
    es: 'Mademoiselle Varech al atardecer | Disco lento y canciones marineras, mirando al oeste.',
  }),
  session('wrenfield-band', 'dune', '20:15-21:15', 'song', ['ada-wrenfield'], {
    fr: 'Ada Wrenfield et son groupe | Les ballades de la veille, avec trompette et amis.',
    en: 'Ada Wrenfield and band | Yesterday’s ballads, with a trumpet and friends.',
    es: 'Ada Wrenfield y su banda | Las baladas de ayer, con trompeta y amigos.',
  }),
  session('kosmik-bagad', 'jetty', '21:00-22:00', 'world', ['kosmik-bagad'], {
    fr: 'Kosmik Bagad | Vingt cornemuses, une boîte à rythmes, un lever de lune.',
    en: 'Kosmik Bagad | Twenty bagpipes, one drum machine, one moonrise.',
    es: 'Kosmik Bagad | Veinte gaitas, una caja de ritmos, una luna que sale.',
  }),
  session('tides-ball', 'dune', '22:00-23:30', 'world', ['bal-des-marees'], {
    fr: 'Fest-noz sur le sable | An dro, gavotte et scottish sous les lampions. On vous montre les pas.',
    en: 'Fest-noz on the sand | An dro, gavotte and schottische under lanterns. We will show you the steps.',
    es: 'Fest-noz en la arena | An dro, gavota y chotis bajo los farolillos. Les enseñamos los pasos.',
  }),
  session('quartz-marin', 'lighthouse', '22:15-23:15', 'electro', ['quartz-marin'], {
    fr: 'Quartz Marin | Galets amplifiés et patience géologique.',
    en: 'Quartz Marin | Amplified pebbles and geological patience.',
    es: 'Quartz Marin | Cantos rodados amplificados y paciencia geológica.',
  }),
  session('neon-bigorneau', 'sail-loft', '22:30-23:40', 'rock', ['neon-bigorneau'], {
    fr: 'Néon Bigorneau | Venez en jaune. Vous comprendrez à la deuxième chanson.',
    en: 'Néon Bigorneau | Come in yellow. You will understand by the second song.',
    es: 'Néon Bigorneau | Vengan de amarillo. Lo entenderán en la segunda canción.',
  }),
  session('ondine-valmarec', 'jetty', '23:00-00:30', 'song', ['ondine-valmarec'], {
    fr: 'Ondine Valmarec | Un piano au bout du môle, la mer derrière, et le seul concert de son été.',
    en: 'Ondine Valmarec | A piano at the end of the quay, the sea behind it, and her only concert of the summer.',
    es: 'Ondine Valmarec | Un piano al final del muelle, el mar detrás y su único concierto del verano.',
  }),
  session('sonar-club', 'sail-loft', '00:15-02:00', 'electro', ['sonar-soeurs'], {
    fr: 'Sonar Sœurs, club | Plus tard, un peu plus vite, toujours en vinyle.',
    en: 'Sonar Sœurs, club set | Later, a little faster, still on vinyl.',
    es: 'Sonar Sœurs, club | Más tarde, algo más rápido, siempre en vinilo.',
  }),
  session('balise-9', 'lighthouse', '00:45-02:15', 'electro', ['balise-9'], {
    fr: 'Balise 9 | Création : le phare est le métronome, son faisceau la seule lumière.',
    en: 'Balise 9 | A new piece: the lighthouse is the metronome, its beam the only light.',
    es: 'Balise 9 | Estreno: el faro es el metrónomo y su haz la única luz.',
  }),
  session('last-dive', 'lighthouse', '02:30-04:00', 'electro', ['minuit-cormoran', 'tidal-moth'], {
    fr: 'Dernière plongée | Minuit Cormoran et Tidal Moth se passent les machines jusqu’au petit matin.',
    en: 'Last dive | Minuit Cormoran and Tidal Moth hand each other the machines until the small hours.',
    es: 'Última inmersión | Minuit Cormoran y Tidal Moth se pasan las máquinas hasta la madrugada.',
  }),
]
