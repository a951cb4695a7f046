import { IconArrowsSplit2 } from '@tabler/icons-react'
import type { NodeDeclaration } from './declaration.ts'

/** A condition with two routes. */
export const condition: NodeDeclaration = {
  texts: {
    en: { name: 'Condition', hint: 'Continue by yes or no', routes: { onSuccess: 'yes', onError: 'no' } },
    fr: { name: 'Condition', hint: 'Aller d’un côté ou de l’autre', routes: { onSuccess: 'oui', onError: 'non' } },
    es: { name: 'Condición', hint: 'Ir por un camino o por el otro', routes: { onSuccess: 'sí', onError: 'no' } },
  },
  icon: IconArrowsSplit2,
  color: 'orange',
  idBase: 'check',
  initial: {},
  summary: (setting) => setting('condition'),
  isCodeSummary: true,
  isCondition: true,
  fields: [
    {
      label: ['Is this true?', 'Est-ce vrai ?', '¿Es verdad?'],
      path: ['condition'],
      type: 'boolean',
      form: 'switch',
      isRequired: true,
      prefersExpression: true,
      isAboutLast: true,
      example: 'input.count > 0',
    },
  ],
}
