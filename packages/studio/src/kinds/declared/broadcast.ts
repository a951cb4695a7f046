import type { KindDeclaration } from '../declaration.ts'

export const broadcast: KindDeclaration = {
  kind: 'broadcast',
  nameField: 'name',
  editedAt: 'settings',
  texts: {
    en: { one: 'Settings of the broadcast', many: 'Settings of the broadcast' },
    fr: { one: 'Réglages du projet', many: 'Réglages du projet' },
    es: { one: 'Ajustes del proyecto', many: 'Ajustes del proyecto' },
  },
}
