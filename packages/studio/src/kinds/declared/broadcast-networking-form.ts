import { IconForms } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const broadcastNetworkingForm: PlainKind = {
  kind: 'broadcastNetworkingForm',
  path: 'forms',
  icon: IconForms,
  group: 'audience',
  columns: ['fields', 'status', '_updatedAt'],
  filters: ['status'],
  sort: { title: 'asc' },
  main: ['title', 'description', 'fields'],
  side: ['status'],
  rare: ['_reference', 'metadata'],
  choiceNames: {
    'formType.text': ['Short text', 'Texte court', 'Texto corto'],
    'formType.longText': ['Long text', 'Texte long', 'Texto largo'],
    'formType.email': ['E-mail', 'E-mail', 'Correo electrónico'],
    'formType.phone': ['Telephone', 'Téléphone', 'Teléfono'],
    'formType.number': ['Number', 'Nombre', 'Número'],
    'formType.date': ['Date', 'Date', 'Fecha'],
    'formType.url': ['Link', 'Lien', 'Enlace'],
    'formType.choice': ['One choice', 'Un choix', 'Una opción'],
    'formType.choices': ['Several choices', 'Plusieurs choix', 'Varias opciones'],
    'formType.consent': ['Consent', 'Consentement', 'Consentimiento'],
  },
  texts: {
    en: {
      one: 'Form',
      many: 'Forms',
      create: 'New form',
      about: 'Questions for your visitors; their answers become contacts.',
      emptyTitle: 'No forms yet',
      emptyHint: 'Ask for volunteers, press passes or opinions: build a form out of questions.',
    },
    fr: {
      one: 'Formulaire',
      many: 'Formulaires',
      create: 'Nouveau formulaire',
      about: 'Des questions pour vos visiteurs ; leurs réponses deviennent des contacts.',
      emptyTitle: 'Aucun formulaire',
      emptyHint: 'Bénévoles, accréditations presse, avis : composez un formulaire de questions.',
    },
    es: {
      one: 'Formulario',
      many: 'Formularios',
      create: 'Nuevo formulario',
      about: 'Preguntas para sus visitantes; sus respuestas se convierten en contactos.',
      emptyTitle: 'Aún no hay formularios',
      emptyHint: 'Voluntarios, acreditaciones, opiniones: componga un formulario con preguntas.',
    },
  },
}
