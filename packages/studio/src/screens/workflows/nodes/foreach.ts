import { IconRepeat } from '@tabler/icons-react'
import type { NodeDeclaration } from './declaration.ts'

/** Steps that are repeated for each item of a list. */
export const foreach: NodeDeclaration = {
  texts: {
    en: {
      name: 'For each',
      hint: 'Repeat steps for each item of a list',
      routes: { body: 'each item', onSuccess: 'when done' },
    },
    fr: {
      name: 'Pour chaque',
      hint: 'Répéter des étapes pour chaque élément d’une liste',
      routes: { body: 'chaque élément', onSuccess: 'à la fin' },
    },
    es: {
      name: 'Para cada',
      hint: 'Repetir pasos para cada elemento de una lista',
      routes: { body: 'cada elemento', onSuccess: 'al terminar' },
    },
  },
  icon: IconRepeat,
  color: 'violet',
  idBase: 'each',
  condition: () => 'last.failed === 0',
  initial: { items: { type: 'array', value: null, useExpression: true, expression: 'last.data' } },
  summary: (setting) => setting('items'),
  isCodeSummary: true,
  isLoop: true,
  fields: [
    {
      label: ['The list to go through', 'La liste à parcourir', 'La lista que recorrer'],
      path: ['items'],
      type: 'array',
      form: 'json',
      isRequired: true,
      prefersExpression: true,
      example: 'last.data',
    },
    {
      label: ['First step of each round', 'Première étape de chaque tour', 'Primer paso de cada vuelta'],
      path: ['entryNodeId'],
      type: 'string',
      form: 'node',
      isRequired: true,
      isFixed: true,
    },
  ],
}
