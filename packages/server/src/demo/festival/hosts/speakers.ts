import { host } from './host.ts'

export const speakers = [
  host('eloise-kermadoz', 'Éloïse Kermadoz', 'talk', {
    fr: 'Océanographe | Elle mesure les marées depuis vingt ans et les raconte comme on raconte une famille : avec tendresse et quelques secrets.',
    en: 'Oceanographer | She has measured tides for twenty years and talks about them as one talks about a family: fondly, with a few secrets.',
    es: 'Oceanógrafa | Lleva veinte años midiendo mareas y las cuenta como se cuenta una familia: con ternura y algún secreto.',
  }),
  host('tanguy-rochvel', 'Tanguy Roc’hvel', 'talk', {
    fr: 'Goémonier | Il récolte les algues à la main, à pied, et calcule tout en marées plutôt qu’en heures.',
    en: 'Seaweed harvester | He gathers seaweed by hand and on foot, and counts everything in tides rather than hours.',
    es: 'Recolector de algas | Recoge algas a mano y a pie, y lo calcula todo en mareas y no en horas.',
  }),
  host('noor-benhadjar', 'Noor Benhadjar', 'debate', {
    fr: 'Urbaniste du littoral | Elle aide les communes à décider quoi déplacer, quoi protéger et quoi laisser à la mer.',
    en: 'Coastal planner | She helps towns decide what to move, what to protect and what to leave to the sea.',
    es: 'Urbanista del litoral | Ayuda a los municipios a decidir qué mover, qué proteger y qué dejarle al mar.',
  }),
  host('gwenn-lestric', 'Gwenn Lestric', 'talk', {
    fr: 'Acousticienne | Elle écoute les baies avec des hydrophones et dresse l’inventaire des bruits que nous y ajoutons.',
    en: 'Acoustician | She listens to bays with hydrophones and keeps an inventory of the noise we add to them.',
    es: 'Ingeniera acústica | Escucha las bahías con hidrófonos y hace inventario de los ruidos que les añadimos.',
  }),
  host('fatou-ndiambel', 'Fatou Ndiambel', 'talk', {
    fr: 'Ingénieure, énergies des courants | Elle conçoit des turbines lentes, réparables par les gens du port.',
    en: 'Engineer, tidal power | She designs slow turbines that the people of a harbour can mend themselves.',
    es: 'Ingeniera, energía de las corrientes | Diseña turbinas lentas que la gente del puerto puede reparar.',
  }),
  host('baptiste-ormeval', 'Baptiste Ormeval', 'reading', {
    fr: 'Philosophe | Auteur d’un « Éloge de l’étale », il défend les moments où rien ne monte et rien ne descend.',
    en: 'Philosopher | Author of “In Praise of Slack Water”, he defends the moments when nothing rises and nothing falls.',
    es: 'Filósofo | Autor de «Elogio de la estoa», defiende los momentos en que nada sube y nada baja.',
  }),
  host('ines-almarin', 'Inés Almarín', 'reading', {
    fr: 'Romancière | Elle écrit en espagnol des romans de rivage, traduits en onze langues, où les maisons ont toujours deux portes.',
    en: 'Novelist | She writes shoreline novels in Spanish, translated into eleven languages, where houses always have two doors.',
    es: 'Novelista | Escribe novelas de orilla, traducidas a once lenguas, donde las casas siempre tienen dos puertas.',
  }),
  host('margot-helluin', 'Margot Helluin', 'workshop', {
    fr: 'Cuisinière | Elle a quitté les tables étoilées pour une roulotte et cuisine ce que l’estran donne ce jour-là.',
    en: 'Cook | She left the starred kitchens for a caravan and cooks what the foreshore gives that day.',
    es: 'Cocinera | Dejó los restaurantes con estrella por una caravana y cocina lo que la orilla da ese día.',
  }),
  host('yannig-prezelec', 'Yannig Prézelec', 'workshop', {
    fr: 'Charpentier de marine | Il a remis à flot onze bateaux et appris à deux cents personnes à tenir un rabot.',
    en: 'Boat builder | He has refloated eleven boats and taught two hundred people how to hold a plane.',
    es: 'Carpintero de ribera | Ha puesto a flote once barcos y enseñado a doscientas personas a sostener un cepillo.',
  }),
  host('hana-morikaze', 'Hana Morikaze', 'workshop', {
    fr: 'Artiste textile | Elle teint à l’indigo et à l’eau de mer des pavillons qui changent avec le temps qu’il fait.',
    en: 'Textile artist | With indigo and sea water she dyes flags that change with the weather.',
    es: 'Artista textil | Tiñe con índigo y agua de mar banderas que cambian con el tiempo.',
  }),
  host('lior-vandemeer', 'Lior Vandemeer', 'talk', {
    fr: 'Artiste des données | Il transforme relevés météo et journaux de bord en jeux, en cartes et en musique.',
    en: 'Data artist | He turns weather records and logbooks into games, maps and music.',
    es: 'Artista de datos | Convierte registros meteorológicos y cuadernos de bitácora en juegos, mapas y música.',
  }),
  host('soizic-aubrenn', 'Soizic Aubrenn', 'debate', {
    fr: 'Journaliste, Radio Goéland | La voix des matins du port. Elle pose les questions courtes qui obtiennent des réponses longues.',
    en: 'Journalist, Radio Gull | The voice of mornings in the harbour. She asks the short questions that get long answers.',
    es: 'Periodista, Radio Gaviota | La voz de las mañanas del puerto. Hace preguntas cortas que obtienen respuestas largas.',
  }),
  host('rivage-vivant', 'Rivage Vivant', 'debate', {
    fr: 'Association de protection de la côte | Quarante bénévoles qui replantent la dune, comptent les oiseaux et veillent sur le festival.',
    en: 'Coastal conservation group | Forty volunteers who replant the dune, count the birds and keep an eye on the festival.',
    es: 'Asociación de protección de la costa | Cuarenta voluntarios que replantan la duna, cuentan aves y vigilan el festival.',
  }),
]
