import { host } from './host.ts'

export const companies = [
  host('tambour-tempete', 'Tambour Tempête', 'show', {
    fr: 'Percussions de rue | Trente tambours sur bidons de pêche, menés au sifflet. Ils ouvrent le festival depuis toujours.',
    en: 'Street percussion | Thirty drummers on fishing barrels, led by a whistle. They have always opened the festival.',
    es: 'Percusión de calle | Treinta tambores sobre bidones de pesca, dirigidos a silbato. Abren el festival desde siempre.',
  }),
  host('bal-des-marees', 'Le Bal des Marées', 'world', {
    fr: 'Fest-noz | Deux couples de sonneurs, une meneuse de danse et assez de patience pour les débutants.',
    en: 'Fest-noz dance band | Two pairs of pipers, a dance caller and enough patience for beginners.',
    es: 'Fest-noz | Dos parejas de gaiteros, una maestra de baile y paciencia de sobra para principiantes.',
  }),
  host('chorale-du-quai', 'La Chorale du Quai', 'song', {
    fr: 'Chœur amateur de Port-Galvenn | Soixante-dix voisines et voisins, de neuf à quatre-vingt-huit ans, et un répertoire voté à main levée.',
    en: 'Amateur choir of Port-Galvenn | Seventy neighbours aged nine to eighty-eight, and a repertoire chosen by show of hands.',
    es: 'Coro aficionado de Port-Galvenn | Setenta vecinas y vecinos de nueve a ochenta y ocho años, y un repertorio votado a mano alzada.',
  }),
  host('vague-oblique', 'Compagnie La Vague Oblique', 'show', {
    fr: 'Danse | La compagnie règle ses pièces sur l’horaire des marées : la mer entre en scène à la minute prévue.',
    en: 'Dance | The company sets its pieces to the tide table: the sea comes on stage at the minute foretold.',
    es: 'Danza | La compañía ajusta sus piezas a la tabla de mareas: el mar entra en escena al minuto previsto.',
  }),
  host('compagnie-bernique', 'Compagnie Bernique', 'family', {
    fr: 'Marionnettes de bois flotté | Des histoires pour les petits, sans un mot ou presque, avec ce que la mer a laissé.',
    en: 'Driftwood puppets | Stories for small people, with hardly a word, made from what the sea left behind.',
    es: 'Títeres de madera flotante | Historias para los pequeños, casi sin palabras, con lo que el mar dejó.',
  }),
  host('petite-maree', 'DJ Petite Marée', 'family', {
    fr: 'Boum pour les moins de dix ans | Volume doux, bulles, limbo et demandes acceptées sur dessin.',
    en: 'Dance party for under-tens | Gentle volume, bubbles, limbo, and requests taken as drawings.',
    es: 'Fiesta para menores de diez años | Volumen suave, burbujas, limbo y peticiones en dibujo.',
  }),
]
