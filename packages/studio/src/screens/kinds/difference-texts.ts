import { defineTexts } from '../../texts/define.ts'

export const differenceTexts = defineTexts({
  en: {
    before: 'Before',
    after: 'After',
    nothing: 'nothing',
    showAll: 'Show all',
    showLess: 'Show less',
  },
  fr: {
    before: 'Avant',
    after: 'Après',
    nothing: 'rien',
    showAll: 'Tout afficher',
    showLess: 'Réduire',
  },
  es: {
    before: 'Antes',
    after: 'Después',
    nothing: 'nada',
    showAll: 'Mostrar todo',
    showLess: 'Mostrar menos',
  },
})
