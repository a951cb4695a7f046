import { IconCalendarEvent } from '@tabler/icons-react'
import type { TableKind } from '../declaration.ts'

export const broadcastSession: TableKind = {
  kind: 'broadcastSession',
  fieldNames: {
    attachments: ['Files', 'Fichiers', 'Archivos'],
    cancelled: ['Cancelled', 'Annulée', 'Cancelada'],
    feedbackUrl: ['Link for feedback', 'Lien pour les avis', 'Enlace para opiniones'],
    guid: ['Id in other programmes', 'Identifiant dans d’autres programmes', 'Identificador en otros programas'],
    languages: ['Languages', 'Langues', 'Idiomas'],
    movedFrom: ['Moved from', 'Déplacée depuis', 'Estaba antes'],
    recording: ['Recording', 'Enregistrement', 'Grabación'],
    source: ['Where it comes from', 'Provenance', 'Procedencia'],
  },
  path: 'programme',
  icon: IconCalendarEvent,
  group: 'content',
  isOnBar: true,
  columns: ['time.start', 'interestPointId', 'categoryIds', 'status'],
  filters: ['status', 'categoryIds', 'interestPointId', 'hostIds'],
  sort: { 'time.start': 'asc' },
  texts: {
    en: {
      one: 'Session',
      many: 'Sessions',
      title: 'Programme',
      create: 'New session',
      emptyTitle: 'The programme is empty',
      emptyHint: 'Add a first session with its time and place.',
    },
    fr: {
      one: 'Session',
      many: 'Sessions',
      title: 'Programme',
      create: 'Nouvelle session',
      emptyTitle: 'Le programme est vide',
      emptyHint: 'Ajoutez une première session avec son horaire et son lieu.',
    },
    es: {
      one: 'Sesión',
      many: 'Sesiones',
      title: 'Programa',
      create: 'Nueva sesión',
      emptyTitle: 'El programa está vacío',
      emptyHint: 'Añada una primera sesión con su horario y su lugar.',
    },
  },
}
