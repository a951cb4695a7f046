import { IconBraces } from '@tabler/icons-react'
import type { NodeDeclaration } from './declaration.ts'

/** JavaScript. */
export const code: NodeDeclaration = {
  texts: {
    en: { name: 'Code', hint: 'Compute a value in JavaScript' },
    fr: { name: 'Code', hint: 'Calculer quelque chose en JavaScript' },
    es: { name: 'Código', hint: 'Calcular algo en JavaScript' },
  },
  icon: IconBraces,
  color: 'gray',
  idBase: 'code',
  condition: () => 'last !== null',
  initial: { code: { type: 'string', value: 'return last' } },
  summary: (setting) =>
    setting('code')
      .split('\n')
      .find((line) => line.trim() !== '') ?? '',
  isCodeSummary: true,
  fields: [
    {
      label: ['JavaScript', 'JavaScript', 'JavaScript'],
      path: ['code'],
      type: 'string',
      form: 'code',
      isRequired: true,
      isFixed: true,
    },
  ],
}
