import { defineTexts } from '../../texts/define.ts'

/** Words that all parts of the screen use. */
export const texts = defineTexts({
  en: {
    workflows: 'Workflows',
    step: 'Step',
    routes: { onSuccess: 'then', onError: 'on error', body: 'each item' },
    operations: { create: 'created', update: 'changed', delete: 'deleted', publish: 'published' },
    triggers: {
      manual: 'By hand',
      interval: 'At intervals',
      schedule: 'By a schedule',
      once: 'Once',
      change: 'When something is changed',
      webhook: 'When a webhook arrives',
    },
  },
  fr: {
    workflows: 'Workflows',
    step: 'Étape',
    routes: { onSuccess: 'puis', onError: 'en cas d’erreur', body: 'chaque élément' },
    operations: { create: 'créé', update: 'modifié', delete: 'supprimé', publish: 'publié' },
    triggers: {
      manual: 'À la main',
      interval: 'À intervalles',
      schedule: 'Selon un horaire',
      once: 'Une seule fois',
      change: 'Quand quelque chose change',
      webhook: 'À l’arrivée d’un webhook',
    },
  },
  es: {
    workflows: 'Flujos',
    step: 'Paso',
    routes: { onSuccess: 'luego', onError: 'si hay error', body: 'cada elemento' },
    operations: { create: 'creado', update: 'cambiado', delete: 'eliminado', publish: 'publicado' },
    triggers: {
      manual: 'A mano',
      interval: 'A intervalos',
      schedule: 'Según un horario',
      once: 'Una sola vez',
      change: 'Cuando algo cambia',
      webhook: 'Cuando llega un webhook',
    },
  },
})
