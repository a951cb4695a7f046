import type { KindDeclaration } from '../declaration.ts'

export const broadcastClient: KindDeclaration = {
  kind: 'broadcastClient',
  texts: {
    en: { one: 'Visitor’s app', many: 'Visitors’ apps' },
    fr: { one: 'Application d’un visiteur', many: 'Applications des visiteurs' },
    es: { one: 'Aplicación de un visitante', many: 'Aplicaciones de visitantes' },
  },
}
