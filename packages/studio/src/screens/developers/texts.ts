import { defineTexts } from '../../texts/define.ts'

export const texts = defineTexts({
  en: { title: 'Developers', about: 'Keys, webhooks and the description of the API.', reference: 'API reference' },
  fr: { title: 'Développeurs', about: 'Clés, webhooks et description de l’API.', reference: 'Référence de l’API' },
  es: {
    title: 'Desarrolladores',
    about: 'Claves, webhooks y descripción de la API.',
    reference: 'Referencia de la API',
  },
})
