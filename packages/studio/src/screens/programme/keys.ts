import { defineTexts } from '../../texts/define.ts'

/** The action of a key on a focused session. */
export interface KeyMove {
  /** Later (or earlier, when negative). */
  minutes: number
  /** To the right (or left). */
  columns: number
  /** Longer (or shorter). */
  longerMinutes: number
}

interface Pressed {
  key: string
  shiftKey: boolean
  altKey: boolean
}

/** Up and down move by the step of the grid, with Shift by five minutes; with Alt they change the length. */
export function keyMove({ key, shiftKey, altKey }: Pressed, stepMinutes: number): KeyMove | undefined {
  const step = shiftKey ? fineMinutes : stepMinutes
  const along = key === 'ArrowDown' ? step : key === 'ArrowUp' ? -step : 0
  const across = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (along === 0 && (across === 0 || altKey)) return undefined
  return { minutes: altKey ? 0 : along, columns: across, longerMinutes: altKey ? along : 0 }
}

const fineMinutes = 5

/** Takes a session off the schedule. */
export const unscheduleKey = 'Delete'

/** Copies a session as a draft. */
export const duplicateKey = 'd'

/** The keys of the programme, for the list of shortcuts. `mod` is Ctrl, or Command on a Mac. */
export const programmeKeys = [
  { about: 'move', keys: ['↑', '↓'] },
  { about: 'fine', keys: ['Shift', '↑', '↓'] },
  { about: 'place', keys: ['←', '→'] },
  { about: 'length', keys: ['Alt', '↑', '↓'] },
  { about: 'unschedule', keys: [unscheduleKey] },
  { about: 'duplicate', keys: ['D'] },
  { about: 'select', keys: ['Space'] },
  { about: 'selectAll', keys: ['mod', 'A'] },
  { about: 'open', keys: ['Enter'] },
  { about: 'undo', keys: ['mod', 'Z'] },
  { about: 'redo', keys: ['mod', 'Shift', 'Z'] },
  { about: 'nextMatch', keys: ['Enter'] },
  { about: 'previousMatch', keys: ['Shift', 'Enter'] },
] as const

export const keyTexts = defineTexts({
  en: {
    title: 'In the programme, on a session',
    move: 'Earlier or later, by the step of the grid',
    fine: 'Earlier or later by 5 minutes',
    place: 'To the next place',
    length: 'Shorter or longer',
    unschedule: 'Take off the schedule',
    duplicate: 'Duplicate as a draft',
    select: 'Select, as with Ctrl and a click; with Shift up to here',
    selectAll: 'Select all of the day',
    open: 'Open',
    undo: 'Undo a move',
    redo: 'Redo a move',
    nextMatch: 'In the search: next match',
    previousMatch: 'In the search: previous match',
  },
  fr: {
    title: 'Dans le programme, sur une session',
    move: 'Plus tôt ou plus tard, selon le pas de la grille',
    fine: 'Plus tôt ou plus tard de 5 minutes',
    place: 'Vers le lieu voisin',
    length: 'Raccourcir ou allonger',
    unschedule: 'Retirer de la grille',
    duplicate: 'Dupliquer en brouillon',
    select: 'Sélectionner, comme Ctrl et un clic ; avec Maj jusqu’ici',
    selectAll: 'Sélectionner toute la journée',
    open: 'Ouvrir',
    undo: 'Annuler un déplacement',
    redo: 'Rétablir un déplacement',
    nextMatch: 'Dans la recherche : résultat suivant',
    previousMatch: 'Dans la recherche : résultat précédent',
  },
  es: {
    title: 'En el programa, sobre una sesión',
    move: 'Antes o después, según el paso de la parrilla',
    fine: 'Antes o después 5 minutos',
    place: 'Al lugar vecino',
    length: 'Acortar o alargar',
    unschedule: 'Quitar de la parrilla',
    duplicate: 'Duplicar como borrador',
    select: 'Seleccionar, como Ctrl y un clic; con Mayús hasta aquí',
    selectAll: 'Seleccionar todo el día',
    open: 'Abrir',
    undo: 'Deshacer un movimiento',
    redo: 'Rehacer un movimiento',
    nextMatch: 'En la búsqueda: resultado siguiente',
    previousMatch: 'En la búsqueda: resultado anterior',
  },
})
