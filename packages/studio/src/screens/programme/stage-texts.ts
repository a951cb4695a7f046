import { defineTexts } from '../../texts/define.ts'

/** The words of the order of stages. */
export const stageTexts = defineTexts({
  en: {
    title: 'Order of stages',
    hint: 'From left to right in the programme, for visitors too. Drag a stage, or move it with the arrow keys.',
    list: 'Stages',
    handle: (title: string) => `Move “${title}”`,
    moved: (title: string, at: number, of: number) => `“${title}” is now ${at} of ${of}`,
    byName: 'Sort by name',
    saved: 'The order of stages is saved.',
    undone: 'The order of stages is as before.',
  },
  fr: {
    title: 'Ordre des scènes',
    hint: 'De gauche à droite dans le programme, aussi pour les visiteurs. Faites glisser une scène, ou déplacez-la avec les flèches.',
    list: 'Scènes',
    handle: (title) => `Déplacer « ${title} »`,
    moved: (title, at, of) => `« ${title} » est maintenant ${at} sur ${of}`,
    byName: 'Trier par nom',
    saved: 'L’ordre des scènes est enregistré.',
    undone: 'L’ordre des scènes est comme avant.',
  },
  es: {
    title: 'Orden de los escenarios',
    hint: 'De izquierda a derecha en el programa, también para los visitantes. Arrastre un escenario o muévalo con las flechas.',
    list: 'Escenarios',
    handle: (title) => `Mover «${title}»`,
    moved: (title, at, of) => `«${title}» es ahora el ${at} de ${of}`,
    byName: 'Ordenar por nombre',
    saved: 'El orden de los escenarios está guardado.',
    undone: 'El orden de los escenarios es el de antes.',
  },
})
