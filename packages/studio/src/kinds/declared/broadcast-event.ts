import type { KindDeclaration } from '../declaration.ts'

export const broadcastEvent: KindDeclaration = {
  kind: 'broadcastEvent',
  texts: {
    en: { one: 'Analytics event', many: 'Analytics events' },
    fr: { one: 'Événement d’audience', many: 'Événements d’audience' },
    es: { one: 'Evento de audiencia', many: 'Eventos de audiencia' },
  },
}
