import { IconMicrophone2 } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const broadcastHost: PlainKind = {
  kind: 'broadcastHost',
  fieldNames: { title: ['Name', 'Nom', 'Nombre'] },
  path: 'hosts',
  icon: IconMicrophone2,
  group: 'content',
  fromName: (title) => ({ title, status: 'published' }),
  columns: ['subtitle', 'categoryIds', 'status', '_updatedAt'],
  filters: ['status', 'categoryIds'],
  sort: { title: 'asc' },
  main: ['title', 'subtitle', 'description', 'links'],
  side: ['status', 'media', 'categoryIds'],
  rare: ['blocks', '_reference', 'metadata'],
  texts: {
    en: {
      one: 'Host',
      many: 'Hosts',
      create: 'New host',
      about: 'Artists, speakers, companies: whoever is on the programme.',
      emptyTitle: 'Nobody is on stage yet',
      emptyHint: 'Add artists, speakers or companies, then choose them in the sessions of the programme.',
    },
    fr: {
      one: 'Intervenant',
      many: 'Intervenants',
      create: 'Nouvel intervenant',
      about: 'Artistes, conférenciers, compagnies : toutes les personnes au programme.',
      emptyTitle: 'Personne sur scène pour l’instant',
      emptyHint: 'Ajoutez artistes, conférenciers ou compagnies, puis choisissez-les dans les sessions du programme.',
    },
    es: {
      one: 'Participante',
      many: 'Participantes',
      create: 'Nuevo participante',
      about: 'Artistas, ponentes, compañías: quienes están en el programa.',
      emptyTitle: 'Aún no hay nadie en el escenario',
      emptyHint: 'Añada artistas, ponentes o compañías y elíjalos después en las sesiones del programa.',
    },
  },
}
