import { defineTexts } from '../../texts/define.ts'

/** The words of actions on a whole day. */
export const dayTexts = defineTexts({
  en: {
    tools: 'Tools of the day',
    copy: 'Copy this day',
    copyHint: 'Every session of the day is copied as a draft, at the same time and place.',
    break: 'Break on all stages',
    breakHint: (n: number) =>
      n === 1 ? 'Creates a draft on the stage of this day.' : `Creates a draft on each of the ${n} stages of this day.`,
    print: 'Print this day',
    date: 'Date',
    title: 'Title',
    usualTitle: 'Break',
    start: 'Start',
    minutes: 'Minutes',
    create: 'Create',
    created: (n: number) => (n === 1 ? '1 session created' : `${n} sessions created`),
    undone: 'The new sessions are deleted again.',
    tooMany: (n: number) => `A day with more than ${n} sessions cannot be copied at once.`,
  },
  fr: {
    tools: 'Outils de la journée',
    copy: 'Copier cette journée',
    copyHint: 'Chaque session de la journée est copiée en brouillon, à la même heure et au même lieu.',
    break: 'Pause sur toutes les scènes',
    breakHint: (n) =>
      n < 2
        ? 'Crée un brouillon sur la scène de cette journée.'
        : `Crée un brouillon sur chacune des ${n} scènes de cette journée.`,
    print: 'Imprimer cette journée',
    date: 'Date',
    title: 'Titre',
    usualTitle: 'Pause',
    start: 'Début',
    minutes: 'Minutes',
    create: 'Créer',
    created: (n) => (n < 2 ? `${n} session créée` : `${n} sessions créées`),
    undone: 'Les nouvelles sessions sont supprimées.',
    tooMany: (n) => `Une journée de plus de ${n} sessions ne peut pas être copiée en une fois.`,
  },
  es: {
    tools: 'Herramientas del día',
    copy: 'Copiar este día',
    copyHint: 'Cada sesión del día se copia como borrador, a la misma hora y en el mismo lugar.',
    break: 'Pausa en todos los escenarios',
    breakHint: (n) =>
      n === 1
        ? 'Crea un borrador en el escenario de este día.'
        : `Crea un borrador en cada uno de los ${n} escenarios de este día.`,
    print: 'Imprimir este día',
    date: 'Fecha',
    title: 'Título',
    usualTitle: 'Pausa',
    start: 'Inicio',
    minutes: 'Minutos',
    create: 'Crear',
    created: (n) => (n === 1 ? '1 sesión creada' : `${n} sesiones creadas`),
    undone: 'Las sesiones nuevas se han borrado.',
    tooMany: (n) => `Un día con más de ${n} sesiones no se puede copiar de una vez.`,
  },
})
