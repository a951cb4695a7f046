import type { KindDeclaration } from '../declaration.ts'

export const revision: KindDeclaration = {
  kind: 'revision',
  texts: {
    en: { one: 'Revision', many: 'Revisions' },
    fr: { one: 'Révision', many: 'Révisions' },
    es: { one: 'Revisión', many: 'Revisiones' },
  },
}
