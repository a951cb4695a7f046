import { defineTexts } from '../../texts/define.ts'

/** Words that all parts of the screen use. */
export const texts = defineTexts({
  en: {
    workflows: 'Workflows',
    step: 'Step',
    routes: { onSuccess: 'then', onError: 'on error', body: 'each item' },
    triggers: { manual: 'By hand', interval: 'At intervals', schedule: 'By a schedule', once: 'Once' },
  },
  fr: {
    workflows: 'Workflows',
    step: 'Étape',
    routes: { onSuccess: 'puis', onError: 'en cas d’erreur', body: 'chaque élément' },
    triggers: { manual: 'À la main', interval: 'À intervalles', schedule: 'Selon un horaire', once: 'Une seule fois' },
  },
  es: {
    workflows: 'Flujos',
    step: 'Paso',
    routes: { onSuccess: 'luego', onError: 'si hay error', body: 'cada elemento' },
    triggers: { manual: 'A mano', interval: 'A intervalos', schedule: 'Según un horario', once: 'Una sola vez' },
  },
})
