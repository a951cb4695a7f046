import type { Text } from '../../text.ts'
import type { Draw } from '../scene.ts'
import * as music from './music.ts'
import * as shore from './shore.ts'
import * as village from './village.ts'

export type Motif = keyof typeof says

export const drawMotif = (name: Motif): Draw => ({ ...music, ...shore, ...village })[name]

/** The words for each thing, which begin the alternative text of its picture. */
export const says = {
  accordion: say('Un accordéon', 'An accordion', 'Un acordeón'),
  anchor: say('Une ancre et sa corde', 'An anchor and its rope', 'Un ancla con su cuerda'),
  bagpipe: say('Une cornemuse', 'Bagpipes', 'Una gaita'),
  beam: say(
    'Deux musiciens dans le faisceau d’un phare',
    'Two musicians in the beam of a lighthouse',
    'Dos músicos en el haz de un faro',
  ),
  book: say('Un livre ouvert', 'An open book', 'Un libro abierto'),
  bottle: say('Une lettre dans une bouteille', 'A letter in a bottle', 'Una carta en una botella'),
  bubbles: say('Des bulles de savon', 'Soap bubbles', 'Pompas de jabón'),
  bucket: say('Un seau et une orange', 'A bucket and an orange', 'Un cubo y una naranja'),
  buoy: say('Une bouée', 'A lifebuoy', 'Un salvavidas'),
  cannery: say(
    'Quatre musiciens devant une conserverie',
    'Four musicians in front of a cannery',
    'Cuatro músicos ante una conservera',
  ),
  chapel: say('Une chapelle', 'A chapel', 'Una capilla'),
  clock: say('Une horloge à marée', 'A tide clock', 'Un reloj de mareas'),
  compass: say('Une boussole', 'A compass', 'Una brújula'),
  cormorant: say('Un cormoran, ailes ouvertes', 'A cormorant with open wings', 'Un cormorán con las alas abiertas'),
  crab: say('Un crabe', 'A crab', 'Un cangrejo'),
  dancer: say('Une danseuse', 'A dancer', 'Una bailarina'),
  drum: say('Un tambour et ses baguettes', 'A drum with its sticks', 'Un tambor con sus baquetas'),
  fish: say('Un poisson', 'A fish', 'Un pez'),
  flag: say('Un pavillon teint à l’indigo', 'A flag dyed with indigo', 'Una bandera teñida de índigo'),
  guitar: say('Une guitare', 'A guitar', 'Una guitarra'),
  gull: say('Un goéland qui crie', 'A gull calling', 'Una gaviota que grita'),
  harbour: say('Un voilier et un phare', 'A sailing boat and a lighthouse', 'Un velero y un faro'),
  harp: say('Une harpe', 'A harp', 'Un arpa'),
  headphones: say('Un casque audio', 'Headphones', 'Unos auriculares'),
  heron: say('Un héron', 'A heron', 'Una garza'),
  kora: say('Une kora', 'A kora', 'Una kora'),
  lanterns: say('Des lampions et des danseurs', 'Paper lanterns and dancers', 'Farolillos y bailarines'),
  letter: say('Une lettre et une plume', 'A letter and a quill', 'Una carta y una pluma'),
  lighthouse: say('Un phare', 'A lighthouse', 'Un faro'),
  microphone: say('Un micro', 'A microphone', 'Un micrófono'),
  moth: say('Un papillon de nuit', 'A moth', 'Una polilla'),
  notes: say('Une partition', 'A sheet of music', 'Una partitura'),
  orchestra: say(
    'Douze musiciens alignés sur un quai',
    'Twelve musicians lined up on a quay',
    'Doce músicos alineados en un muelle',
  ),
  pebbles: say('Des galets empilés', 'A pile of pebbles', 'Una pila de guijarros'),
  pianist: say(
    'Une pianiste devant un piano droit',
    'A pianist at an upright piano',
    'Una pianista ante un piano vertical',
  ),
  pot: say('Une marmite fumante', 'A steaming pot', 'Una olla humeante'),
  projector: say('Un projecteur de cinéma', 'A film projector', 'Un proyector de cine'),
  puppet: say('Une marionnette', 'A puppet', 'Un títere'),
  rowboat: say('Une barque et son rameur', 'A rower in a boat', 'Una barca con su remero'),
  sailboat: say('Un voilier', 'A sailing boat', 'Un velero'),
  seaweed: say('Des algues', 'Seaweed', 'Algas'),
  shell: say('Un coquillage', 'A seashell', 'Una caracola'),
  sonar: say('Un écran de sonar', 'The screen of a sonar', 'La pantalla de un sonar'),
  stage: say('Une scène et trois musiciens', 'A stage with three musicians', 'Un escenario con tres músicos'),
  tambourine: say('Un tambourin', 'A tambourine', 'Una pandereta'),
  tent: say('Un chapiteau', 'A big top', 'Una carpa'),
  ticket: say('Des billets', 'Tickets', 'Entradas'),
  train: say('Un train', 'A train', 'Un tren'),
  vinyl: say('Un disque', 'A record', 'Un disco'),
  violin: say('Un violon et son archet', 'A violin with its bow', 'Un violín con su arco'),
  weathercock: say('Une girouette', 'A weathercock', 'Una veleta'),
  wheelchair: say(
    'Une personne en fauteuil roulant sur une rampe',
    'A person in a wheelchair on a ramp',
    'Una persona en silla de ruedas en una rampa',
  ),
} satisfies Record<string, Text>

function say(fr: string, en: string, es: string): Text {
  return { fr, en, es }
}
