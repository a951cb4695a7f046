import { IconUsersGroup } from '@tabler/icons-react'
import type { Names } from '../../texts/field-names.ts'
import type { PlainKind } from '../declaration.ts'

export const broadcastMember: PlainKind = {
  kind: 'broadcastMember',
  nameField: 'email',
  path: 'members',
  icon: IconUsersGroup,
  group: 'manage',
  isForOwners: true,
  isUnique: true,
  columns: ['role', 'status', '_createdAt'],
  filters: ['role', 'status'],
  sort: { email: 'asc' },
  main: ['email', 'role'],
  side: [],
  rare: ['_reference', 'metadata'],
  initial: { role: 'editor' },
  extra: 'invitation',
  creation: 'invite',
  texts: {
    en: {
      one: 'Member',
      many: 'Members',
      create: 'Invite somebody',
      about: 'Who works on this broadcast, and what they may do.',
      emptyTitle: 'You are here by yourself',
      emptyHint: 'Invite colleagues: editors write content, viewers look, owners also manage members and keys.',
    },
    fr: {
      one: 'Membre',
      many: 'Membres',
      create: 'Inviter quelqu’un',
      about: 'Qui travaille sur ce projet, et avec quels droits.',
      emptyTitle: 'Vous êtes seul ici',
      emptyHint:
        'Invitez des collègues : les éditeurs écrivent, les lecteurs consultent, les propriétaires gèrent aussi membres et clés.',
    },
    es: {
      one: 'Miembro',
      many: 'Miembros',
      create: 'Invitar a alguien',
      about: 'Quién trabaja en este proyecto y qué puede hacer.',
      emptyTitle: 'Está usted solo aquí',
      emptyHint:
        'Invite a colegas: los editores escriben, los lectores consultan, los propietarios gestionan además miembros y claves.',
    },
  },
}

/** What each role may do, in a sentence. */
export const roleSentences: Record<'owner' | 'editor' | 'viewer', Names> = {
  owner: [
    'Also manages members, keys, webhooks and the broadcast itself.',
    'Gère aussi les membres, les clés, les webhooks et le projet lui-même.',
    'También gestiona miembros, claves, webhooks y el propio proyecto.',
  ],
  editor: [
    'Writes and publishes content, sends campaigns, runs workflows.',
    'Écrit et publie le contenu, envoie les campagnes, lance les workflows.',
    'Escribe y publica contenido, envía campañas, ejecuta flujos.',
  ],
  viewer: ['Sees everything and changes nothing.', 'Voit tout et ne modifie rien.', 'Lo ve todo y no cambia nada.'],
}
