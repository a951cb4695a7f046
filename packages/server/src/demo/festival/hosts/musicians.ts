import { host } from './host.ts'

export const musicians = [
  host('sel-gris', 'Sel Gris', 'rock', {
    fr: 'Rock de grand vent | Quatre amis d’enfance, deux guitares accordées trop bas et des refrains que les chalutiers chantent à la radio. Leur troisième disque, « Brisants », a été enregistré dans une conserverie vide.',
    en: 'Gale-force rock | Four childhood friends, two guitars tuned too low and choruses that trawler crews sing over the radio. Their third record, “Brisants”, was made in an empty cannery.',
    es: 'Rock de temporal | Cuatro amigos de infancia, dos guitarras afinadas demasiado bajo y estribillos que los arrastreros cantan por radio. Su tercer disco, «Brisants», se grabó en una conservera vacía.',
  }),
  host('ondine-valmarec', 'Ondine Valmarec', 'song', {
    fr: 'Chanson à ciel ouvert | Une voix grave, un piano droit, et des chansons qui commencent comme des lettres. Elle joue rarement, toujours au bord de l’eau.',
    en: 'Open-sky songs | A low voice, an upright piano and songs that begin like letters. She plays rarely, and always by the water.',
    es: 'Canción a cielo abierto | Una voz grave, un piano vertical y canciones que empiezan como cartas. Toca poco, y siempre junto al agua.',
  }),
  host('balise-9', 'Balise 9', 'electro', {
    fr: 'Techno de signaux | Duo qui compose à partir de cornes de brume, de sonars et de vieux émetteurs. Leur spectacle suit le rythme exact du phare.',
    en: 'Signal techno | A duo composing with foghorns, sonars and old transmitters. Their show follows the exact rhythm of the lighthouse.',
    es: 'Tecno de señales | Dúo que compone con sirenas de niebla, sonares y viejos emisores. Su espectáculo sigue el ritmo exacto del faro.',
  }),
  host('grand-cabestan', 'Grand Cabestan', 'world', {
    fr: 'Orchestre de quai, douze musiciens | Cuivres, violons et percussions de pont : un bal monumental, né pour faire danser une ville entière une seule fois par an.',
    en: 'Twelve-piece quayside orchestra | Brass, fiddles and deck percussion: a monumental ball, born to make a whole town dance once a year.',
    es: 'Orquesta de muelle, doce músicos | Metales, violines y percusión de cubierta: un baile monumental, nacido para hacer bailar a un pueblo entero una vez al año.',
  }),
  host('kosmik-bagad', 'Kosmik Bagad', 'world', {
    fr: 'Cornemuses et synthétiseurs | Vingt sonneurs et une machine à bourdon. On vient pour rire, on reste pour la transe.',
    en: 'Pipes and synthesisers | Twenty pipers and a drone machine. People come to smile and stay for the trance.',
    es: 'Gaitas y sintetizadores | Veinte gaiteros y una máquina de bordones. Se viene a sonreír y se queda uno por el trance.',
  }),
  host('kabar-soley', 'Kabar Soley', 'world', {
    fr: 'Maloya, île de La Réunion | Trois générations d’une même famille, kayamb et roulèr, voix en réponse. Le concert devient toujours un cercle.',
    en: 'Maloya from Réunion Island | Three generations of one family, kayamb and roulèr, call and response. The concert always turns into a circle.',
    es: 'Maloya de la isla de Reunión | Tres generaciones de una familia, kayamb y roulèr, voces que se responden. El concierto siempre acaba en círculo.',
  }),
  host('xiana-do-vento', 'Xiana do Vento', 'world', {
    fr: 'Chants et tambourins de Galice | Elle a appris les airs des femmes de son village, puis leur a ajouté des nappes électroniques et beaucoup de colère joyeuse.',
    en: 'Songs and tambourines from Galicia | She learned the tunes of the women of her village, then added electronic drones and a lot of joyful anger.',
    es: 'Cantos y panderetas de Galicia | Aprendió los aires de las mujeres de su aldea y les añadió capas electrónicas y mucha rabia alegre.',
  }),
  host('sekou-danfora', 'Sékou Danfora', 'world', {
    fr: 'Kora | Griot et luthier, il joue des instruments qu’il a taillés lui-même et raconte l’histoire de chacun avant la première note.',
    en: 'Kora | A griot and instrument maker, he plays koras he carved himself and tells the story of each before the first note.',
    es: 'Kora | Griot y lutier, toca instrumentos que él mismo talló y cuenta la historia de cada uno antes de la primera nota.',
  }),
  host('cumbia-marisma', 'Cumbia Marisma', 'world', {
    fr: 'Cumbia des marais | Neuf musiciens venus de trois ports, une section d’accordéons et aucune envie de s’arrêter.',
    en: 'Marshland cumbia | Nine musicians from three ports, a section of accordions and no wish to stop.',
    es: 'Cumbia de marisma | Nueve músicos de tres puertos, una sección de acordeones y ninguna gana de parar.',
  }),
  host('filles-du-goulet', 'Les Filles du Goulet', 'song', {
    fr: 'Polyphonies a cappella | Cinq voix qui reprennent les chants de travail des sardinières et en écrivent de nouveaux, sur les métiers d’aujourd’hui.',
    en: 'A cappella polyphony | Five voices who revive the work songs of the sardine factories and write new ones about the jobs of today.',
    es: 'Polifonías a capela | Cinco voces que recuperan los cantos de trabajo de las conserveras y escriben otros sobre los oficios de hoy.',
  }),
  host('slow-herons', 'The Slow Herons', 'song', {
    fr: 'Folk d’estuaire | Banjo, harmonium et trois voix qui prennent leur temps. Ils ont descendu un fleuve en barque pour écrire leur dernier album.',
    en: 'Estuary folk | Banjo, harmonium and three voices in no hurry. They rowed down a river to write their latest album.',
    es: 'Folk de estuario | Banjo, armonio y tres voces sin prisa. Bajaron un río en barca para escribir su último álbum.',
  }),
  host('ada-wrenfield', 'Ada Wrenfield', 'song', {
    fr: 'Autrice, guitare en bois flotté | Des ballades sèches et drôles sur les trains manqués, les phares automatisés et les mères difficiles.',
    en: 'Songwriter, driftwood guitar | Dry, funny ballads about missed trains, automated lighthouses and difficult mothers.',
    es: 'Cantautora, guitarra de madera flotante | Baladas secas y divertidas sobre trenes perdidos, faros automatizados y madres difíciles.',
  }),
  host('fleur-de-quai', 'Fleur de Quai', 'song', {
    fr: 'Chanson, accordéon et caisse de poissons | Un trio de trottoir passé maître dans l’art de faire chanter les inconnus.',
    en: 'Street song, accordion and fish crate | A pavement trio, masters of the art of making strangers sing.',
    es: 'Canción callejera, acordeón y caja de pescado | Un trío de acera, maestro en el arte de hacer cantar a desconocidos.',
  }),
  host('vieux-greement', 'Vieux Gréement', 'rock', {
    fr: 'Garage | Trois accords, deux filles, une batterie incomplète. Leurs concerts durent quarante minutes et on en parle trois semaines.',
    en: 'Garage | Three chords, two women, an incomplete drum kit. Their gigs last forty minutes and people talk about them for three weeks.',
    es: 'Garage | Tres acordes, dos chicas, una batería incompleta. Sus conciertos duran cuarenta minutos y se habla de ellos tres semanas.',
  }),
  host('neon-bigorneau', 'Néon Bigorneau', 'rock', {
    fr: 'Synth-pop en ciré | Paroles absurdes, mélodies imparables, combinaisons jaunes. La fête la plus sérieuse du week-end.',
    en: 'Synth-pop in oilskins | Absurd lyrics, irresistible tunes, yellow overalls. The most serious party of the weekend.',
    es: 'Synth-pop con impermeable | Letras absurdas, melodías irresistibles, monos amarillos. La fiesta más seria del fin de semana.',
  }),
  host('brumaire-club', 'Brumaire Club', 'rock', {
    fr: 'Pop indépendante | Guitares claires et chœurs serrés : l’adolescence racontée par des gens qui en sont à peine sortis.',
    en: 'Indie pop | Bright guitars and close harmonies: being a teenager, told by people who have only just stopped.',
    es: 'Pop independiente | Guitarras claras y coros apretados: la adolescencia contada por quienes acaban de dejarla.',
  }),
  host('sonar-soeurs', 'Sonar Sœurs', 'electro', {
    fr: 'House lente | Deux sœurs, mille vinyles et une règle : ne jamais dépasser la vitesse d’un cœur qui marche.',
    en: 'Slow house | Two sisters, a thousand records and one rule: never go faster than the heart of someone walking.',
    es: 'House lento | Dos hermanas, mil vinilos y una regla: no pasar nunca de la velocidad de un corazón que camina.',
  }),
  host('tidal-moth', 'Tidal Moth', 'electro', {
    fr: 'Électronique de l’autre rive | Elle enregistre les vasières à marée basse et en tire des morceaux qui respirent.',
    en: 'Electronics from across the Channel | She records mudflats at low tide and turns them into tracks that breathe.',
    es: 'Electrónica de la otra orilla | Graba las marismas con marea baja y saca de ellas piezas que respiran.',
  }),
  host('minuit-cormoran', 'Minuit Cormoran', 'electro', {
    fr: 'Techno live | Machines seules, aucun ordinateur, et des plongées de dix minutes avant la remontée.',
    en: 'Live techno | Machines only, no computer, and ten-minute dives before coming up for air.',
    es: 'Tecno en vivo | Solo máquinas, ningún ordenador, e inmersiones de diez minutos antes de subir.',
  }),
  host('quartz-marin', 'Quartz Marin', 'electro', {
    fr: 'Ambient et rythmes minéraux | Un ancien géologue frappe des galets amplifiés et construit des morceaux couche par couche.',
    en: 'Ambient and mineral rhythms | A former geologist strikes amplified pebbles and builds his pieces layer by layer.',
    es: 'Ambient y ritmos minerales | Un antiguo geólogo golpea cantos rodados amplificados y construye capa a capa.',
  }),
  host('mademoiselle-varech', 'Mademoiselle Varech', 'electro', {
    fr: 'DJ | Disco oublié, zouk, new beat et chansons de marins accélérées. Elle ferme la piste depuis la première édition.',
    en: 'DJ | Forgotten disco, zouk, new beat and sped-up sea songs. She has closed the dance floor since the first edition.',
    es: 'DJ | Disco olvidado, zouk, new beat y canciones marineras aceleradas. Cierra la pista desde la primera edición.',
  }),
  host('heron-cendre', 'Héron Cendré', 'quiet', {
    fr: 'Clarinette basse et silence | Il joue debout dans l’eau quand il le peut, et à l’aube chaque fois qu’on le laisse faire.',
    en: 'Bass clarinet and silence | He plays standing in the water when he can, and at dawn whenever he is allowed.',
    es: 'Clarinete bajo y silencio | Toca de pie en el agua cuando puede, y al alba siempre que le dejan.',
  }),
  host('lune-rousse', 'Lune Rousse Trio', 'quiet', {
    fr: 'Jazz | Piano, contrebasse, tambour sur cadre. Des standards d’ici, méconnaissables et familiers.',
    en: 'Jazz | Piano, double bass, frame drum. Local standards, unrecognisable and familiar.',
    es: 'Jazz | Piano, contrabajo y pandero. Clásicos de aquí, irreconocibles y familiares.',
  }),
  host('yse-talvern', 'Ysé Talvern', 'quiet', {
    fr: 'Harpe et boucles | Elle tisse en direct, corde après corde, des pièces qu’elle ne rejoue jamais.',
    en: 'Harp and loops | String by string, she weaves pieces on the spot that she never plays again.',
    es: 'Arpa y bucles | Teje en directo, cuerda a cuerda, piezas que nunca vuelve a tocar.',
  }),
  host('belle-brume', 'Quatuor Belle-Brume', 'quiet', {
    fr: 'Quatuor à cordes | Répertoire de 1780 à la semaine dernière, toujours joué de mémoire et dans la pénombre.',
    en: 'String quartet | Repertoire from 1780 to last week, always played from memory and in half-light.',
    es: 'Cuarteto de cuerda | Repertorio de 1780 a la semana pasada, siempre de memoria y en penumbra.',
  }),
]
