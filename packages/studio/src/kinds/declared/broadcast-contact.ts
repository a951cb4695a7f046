import { IconAddressBook } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const broadcastContact: PlainKind = {
  kind: 'broadcastContact',
  fieldNames: { fields: ['Answers', 'Réponses', 'Respuestas'] },
  path: 'contacts',
  icon: IconAddressBook,
  group: 'audience',
  keyedColumns: ['fields'],
  columns: ['fields', 'formId', '_createdAt'],
  filters: ['formId'],
  main: ['fields'],
  side: ['formId'],
  rare: ['_reference', 'metadata'],
  extra: 'privacy',
  texts: {
    en: {
      one: 'Contact',
      many: 'Contacts',
      create: 'New contact',
      about: 'People and their answers, mostly from forms. Personal data: handle with care.',
      emptyTitle: 'No contacts yet',
      emptyHint: 'They appear here as soon as a visitor answers one of your forms.',
    },
    fr: {
      one: 'Contact',
      many: 'Contacts',
      create: 'Nouveau contact',
      about: 'Ce que l’on vous a confié, souvent par un formulaire. Données personnelles : à traiter avec soin.',
      emptyTitle: 'Aucun contact',
      emptyHint: 'Ils apparaissent ici dès que quelqu’un répond à l’un de vos formulaires.',
    },
    es: {
      one: 'Contacto',
      many: 'Contactos',
      create: 'Nuevo contacto',
      about: 'Lo que le han contado, a menudo en un formulario. Datos personales: trátelos con cuidado.',
      emptyTitle: 'Aún no hay contactos',
      emptyHint: 'Aparecen aquí en cuanto alguien responde a uno de sus formularios.',
    },
  },
}
