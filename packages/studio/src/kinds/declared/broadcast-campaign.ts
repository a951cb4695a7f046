import { IconSpeakerphone } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const broadcastCampaign: PlainKind = {
  kind: 'broadcastCampaign',
  path: 'campaigns',
  icon: IconSpeakerphone,
  group: 'audience',
  columns: ['status', 'scheduledAt', '_updatedAt'],
  filters: ['status'],
  main: ['title', 'body', 'navigator', 'audience'],
  side: ['status', 'scheduledAt'],
  rare: ['_reference', 'metadata'],
  choices: { status: ['draft', 'scheduled'] },
  extra: 'sending',
  texts: {
    en: {
      one: 'Campaign',
      many: 'Campaigns',
      create: 'New campaign',
      about: 'Messages that are pushed to the apps of your visitors.',
      emptyTitle: 'No messages yet',
      emptyHint: 'Write one, choose for whom it is and when it goes out.',
    },
    fr: {
      one: 'Campagne',
      many: 'Campagnes',
      create: 'Nouvelle campagne',
      about: 'Les messages envoyés aux applications de vos visiteurs.',
      emptyTitle: 'Aucun message',
      emptyHint: 'Rédigez-en un, choisissez pour qui et quand il part.',
    },
    es: {
      one: 'Campaña',
      many: 'Campañas',
      create: 'Nueva campaña',
      about: 'Mensajes que se envían a las aplicaciones de sus visitantes.',
      emptyTitle: 'Aún no hay mensajes',
      emptyHint: 'Escriba uno, elija para quién es y cuándo sale.',
    },
  },
}
