import type { ErrorParams, FieldErrorCode } from '@marquee/model'

type Sentence = string | ((params: ErrorParams) => string)

/** The validation errors of the service in French and Spanish; English is the language of the service. */
export const fieldErrors: Record<FieldErrorCode, { fr: Sentence; es: Sentence }> = {
  required: { fr: 'Ce champ est obligatoire.', es: 'Este campo es obligatorio.' },
  type: { fr: 'Cette valeur n’est pas du bon type.', es: 'Este valor no es del tipo correcto.' },
  enum: {
    fr: ({ allowed }) => `Choisissez une des valeurs proposées${listed(allowed)}.`,
    es: ({ allowed }) => `Elija uno de los valores propuestos${listed(allowed)}.`,
  },
  const: { fr: 'Cette valeur n’est pas permise ici.', es: 'Este valor no está permitido aquí.' },
  format: {
    fr: ({ format }) => `Écrivez ${formats[format ?? '']?.fr ?? 'cette valeur sous la forme attendue'}.`,
    es: ({ format }) => `Escriba ${formats[format ?? '']?.es ?? 'este valor con el formato esperado'}.`,
  },
  pattern: {
    fr: ({ pattern }) => `Écrivez ${patternOf(pattern)?.fr ?? 'cette valeur sous la forme attendue'}.`,
    es: ({ pattern }) => `Escriba ${patternOf(pattern)?.es ?? 'este valor con el formato esperado'}.`,
  },
  length: { fr: 'Ce texte est trop court ou trop long.', es: 'Este texto es demasiado corto o demasiado largo.' },
  min_length: {
    fr: ({ limit = 1 }) => (limit < 2 ? 'Ce champ ne doit pas être vide.' : `Il faut au moins ${limit} caractères.`),
    es: ({ limit = 1 }) =>
      limit < 2 ? 'Este campo no puede estar vacío.' : `Hacen falta al menos ${limit} caracteres.`,
  },
  max_length: {
    fr: ({ limit }) => `Ce texte est trop long${limit ? ` : ${limit} caractères au plus` : ''}.`,
    es: ({ limit }) => `Este texto es demasiado largo${limit ? `: ${limit} caracteres como máximo` : ''}.`,
  },
  min_items: {
    fr: ({ limit = 1 }) => (limit < 2 ? 'Il faut au moins un élément.' : `Il faut au moins ${limit} éléments.`),
    es: ({ limit = 1 }) =>
      limit < 2 ? 'Hace falta al menos un elemento.' : `Hacen falta al menos ${limit} elementos.`,
  },
  max_items: {
    fr: ({ limit }) => `Il y a trop d’éléments${limit ? ` : ${limit} au plus` : ''}.`,
    es: ({ limit }) => `Hay demasiados elementos${limit ? `: ${limit} como máximo` : ''}.`,
  },
  unique_items: { fr: 'Une valeur y figure deux fois.', es: 'Un valor aparece dos veces.' },
  minimum: { fr: ({ limit }) => `Au moins ${limit}.`, es: ({ limit }) => `Como mínimo ${limit}.` },
  maximum: { fr: ({ limit }) => `Au plus ${limit}.`, es: ({ limit }) => `Como máximo ${limit}.` },
  exclusive_minimum: { fr: ({ limit }) => `Plus de ${limit}.`, es: ({ limit }) => `Más de ${limit}.` },
  range: { fr: 'Cette valeur est hors des limites.', es: 'Este valor está fuera de los límites.' },
  unknown_field: { fr: 'Ce champ n’existe pas ici.', es: 'Este campo no existe aquí.' },
  forbidden_key: { fr: 'Ce nom de champ n’est pas permis.', es: 'Este nombre de campo no está permitido.' },
  invalid_json: { fr: 'Ce n’est pas du JSON valide.', es: 'Esto no es JSON válido.' },
  nul: { fr: 'Le texte contient un caractère interdit.', es: 'El texto contiene un carácter prohibido.' },
  surrogate: { fr: 'Le texte contient un caractère incomplet.', es: 'El texto contiene un carácter incompleto.' },
  number_range: { fr: 'Ce nombre est trop grand.', es: 'Este número es demasiado grande.' },
  too_deep: { fr: 'Trop de niveaux sont imbriqués.', es: 'Hay demasiados niveles anidados.' },
  too_large: { fr: 'C’est trop volumineux.', es: 'Es demasiado grande.' },
  too_many: { fr: 'Il y en a trop.', es: 'Hay demasiados.' },
  too_many_values: { fr: 'Il y a trop de valeurs.', es: 'Hay demasiados valores.' },
  read_only: { fr: 'Ce champ ne peut pas être modifié.', es: 'Este campo no se puede modificar.' },
  fixed: { fr: 'Il faut ici une valeur fixe, sans expression.', es: 'Aquí hace falta un valor fijo, sin expresión.' },
  taken: { fr: 'Cette valeur est déjà utilisée ; choisissez-en une autre.', es: 'Este valor ya se usa; elija otro.' },
  reserved: {
    fr: 'Ce nom est réservé au service ; choisissez-en un autre.',
    es: 'Este nombre está reservado al servicio; elija otro.',
  },
  duplicate: { fr: 'Cette valeur figure déjà ailleurs.', es: 'Este valor ya aparece en otro lugar.' },
  mismatch: { fr: 'Cette valeur ne correspond pas à l’adresse.', es: 'Este valor no coincide con la dirección.' },
  order: { fr: 'La fin ne doit pas précéder le début.', es: 'El fin no debe ser anterior al inicio.' },
  past: { fr: 'Choisissez un moment à venir.', es: 'Elija un momento futuro.' },
  loop: { fr: 'Ce choix formerait une boucle.', es: 'Esta elección formaría un bucle.' },
  not_found_reference: {
    fr: 'Cet élément n’existe plus ; choisissez-en un autre.',
    es: 'Este elemento ya no existe; elija otro.',
  },
  not_on_image_map: {
    fr: 'Ce lieu est sur une carte du monde, sans pixels.',
    es: 'Este lugar está en un mapa del mundo, sin píxeles.',
  },
  positions_not_whole: {
    fr: 'Des lieux de ce plan ont des positions qui ne sont pas des nombres entiers ; corrigez-les d’abord.',
    es: 'Hay lugares de este plano con posiciones que no son números enteros; corríjalas antes.',
  },
  not_a_font: { fr: 'Ce fichier n’est pas une police.', es: 'Este archivo no es una tipografía.' },
  unknown_entry: { fr: 'Cette entrée n’existe plus.', es: 'Esta entrada ya no existe.' },
  upload_needed: { fr: 'Ce fichier n’a pas été envoyé ici.', es: 'Este archivo no se ha subido aquí.' },
  unknown_node: { fr: 'Cette étape n’existe pas.', es: 'Este paso no existe.' },
  unreachable: { fr: 'Rien ne mène ici.', es: 'Nada lleva hasta aquí.' },
  never: { fr: 'Cet horaire n’arrive jamais.', es: 'Este horario no llega nunca.' },
  no_mail: { fr: 'Ce service n’envoie pas de courriels.', es: 'Este servicio no envía correos.' },
  forbidden_url: { fr: 'Cette adresse n’est pas permise.', es: 'Esta dirección no está permitida.' },
  unknown_event_type: { fr: 'Ce type d’événement n’existe pas.', es: 'Este tipo de evento no existe.' },
  unreadable: { fr: 'Ce fichier est illisible.', es: 'Este archivo no se puede leer.' },
  empty: { fr: 'Ce fichier est vide.', es: 'Este archivo está vacío.' },
  file_name: { fr: 'Le nom de ce fichier n’est pas permis.', es: 'El nombre de este archivo no está permitido.' },
  ambiguous: { fr: 'Ce fichier a plusieurs types à la fois.', es: 'Este archivo tiene varios tipos a la vez.' },
  unsafe: { fr: 'Ce fichier contient des parties interdites.', es: 'Este archivo contiene partes prohibidas.' },
  broken_image: { fr: 'Cette image est illisible.', es: 'Esta imagen no se puede leer.' },
  too_complex: { fr: 'Cette image est trop complexe.', es: 'Esta imagen es demasiado compleja.' },
  bomb: { fr: 'Cette image est démesurée.', es: 'Esta imagen es desmesurada.' },
  too_many_pixels: { fr: 'Cette image a trop de pixels.', es: 'Esta imagen tiene demasiados píxeles.' },
  invalid_token: {
    fr: 'Ce lien est faux, trop ancien ou déjà utilisé.',
    es: 'Este enlace es incorrecto, caducado o ya usado.',
  },
  wrong_password: { fr: 'Ce n’est pas le mot de passe actuel.', es: 'No es la contraseña actual.' },
  unusable: { fr: 'Cette invitation n’est plus valable.', es: 'Esta invitación ya no es válida.' },
  operator: { fr: 'Cette condition n’est pas valable ici.', es: 'Esta condición no es válida aquí.' },
  unknown_operator: { fr: 'Cette condition n’existe pas.', es: 'Esta condición no existe.' },
  unknown_parameter: { fr: 'Ce paramètre n’existe pas.', es: 'Este parámetro no existe.' },
  repeated_parameter: { fr: 'Ce paramètre figure deux fois.', es: 'Este parámetro aparece dos veces.' },
  unsupported: { fr: 'Ce n’est possible que pour des images.', es: 'Solo es posible con imágenes.' },
}

/** The sentence for an error; undefined where the service's own is used: in English, and for codes that are not known. */
export function fieldErrorIn(language: string, { code, params }: { code: string; params?: ErrorParams }) {
  if (language !== 'fr' && language !== 'es') return undefined
  const sentence = Object.hasOwn(fieldErrors, code) ? fieldErrors[code as FieldErrorCode][language] : undefined
  return typeof sentence === 'function' ? sentence(params ?? {}) : sentence
}

interface Noun {
  fr: string
  es: string
}

const formats: Record<string, Noun> = {
  email: {
    fr: 'une adresse e-mail, par exemple bonjour@festival.example',
    es: 'una dirección de correo, por ejemplo hola@festival.example',
  },
  uri: {
    fr: 'une adresse complète, par exemple https://festival.example/billets',
    es: 'una dirección completa, por ejemplo https://festival.example/entradas',
  },
  'date-time': { fr: 'une date avec son heure', es: 'una fecha con su hora' },
  date: { fr: 'un jour du calendrier, par exemple 2027-07-02', es: 'un día del calendario, por ejemplo 2027-07-02' },
  'time-zone': {
    fr: 'le nom d’un fuseau horaire, par exemple Europe/Paris',
    es: 'el nombre de una zona horaria, por ejemplo Europe/Paris',
  },
  'idn-hostname': {
    fr: 'un nom de domaine, par exemple festival.example, sans https:// ni port',
    es: 'un nombre de dominio, por ejemplo festival.example, sin https:// ni puerto',
  },
  objectId: { fr: 'un identifiant de 24 caractères', es: 'un identificador de 24 caracteres' },
}

/** The patterns of the model, by a part of each. */
const patterns: [part: string, noun: Noun][] = [
  ['^#', { fr: 'une couleur, par exemple #c93812', es: 'un color, por ejemplo #c93812' }],
  ['2[0-3]', { fr: 'une heure, par exemple 06:00', es: 'una hora, por ejemplo 06:00' }],
  ['\\S', { fr: 'un nom qui ne soit pas vide', es: 'un nombre que no esté vacío' }],
  [
    'a-z0-9',
    {
      fr: 'des minuscules, des chiffres et des traits d’union, par exemple grande-etale',
      es: 'minúsculas, cifras y guiones, por ejemplo gran-marea',
    },
  ],
]

const patternOf = (pattern = '') => patterns.find(([part]) => pattern.includes(part))?.[1]

const listed = (allowed: (string | number)[] = []) =>
  allowed.length > 0 && allowed.length <= 8 ? ` (${allowed.join(', ')})` : ''
