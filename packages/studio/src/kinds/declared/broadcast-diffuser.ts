import { IconAppWindow } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'
import { shortAddress, siteAddress } from '../site-address.ts'

export const broadcastDiffuser: PlainKind = {
  kind: 'broadcastDiffuser',
  nameField: 'slug',
  nameFrom: (record) => shortAddress(siteAddress(record) ?? String(record.type ?? '')),
  path: 'diffusers',
  icon: IconAppWindow,
  group: 'design',
  columns: ['type', 'status', '_updatedAt'],
  filters: ['type', 'status'],
  main: ['slug', 'domain', 'seo'],
  side: ['type', 'status'],
  rare: ['_reference', 'metadata'],
  extra: 'channel',
  fieldNames: {
    domain: ['Own domain', 'Domaine propre', 'Dominio propio'],
  },
  choiceNames: {
    kiosk: ['Kiosk', 'Borne', 'Quiosco'],
    web: ['Website', 'Site web', 'Sitio web'],
  },
  texts: {
    en: {
      one: 'Channel',
      many: 'Channels',
      create: 'New channel',
      nameColumn: 'Address',
      about: 'Ways the broadcast reaches its public: a website, an app, a kiosk.',
      emptyTitle: 'No channel yet',
      emptyHint: 'Add a website with a short name, and the public can reach the content there.',
    },
    fr: {
      one: 'Canal',
      many: 'Canaux',
      create: 'Nouveau canal',
      nameColumn: 'Adresse',
      about: 'Comment le projet atteint son public : un site, une application, une borne.',
      emptyTitle: 'Aucun canal',
      emptyHint: 'Ajoutez un site avec un nom court, et le public y trouvera le contenu.',
    },
    es: {
      one: 'Canal',
      many: 'Canales',
      create: 'Nuevo canal',
      nameColumn: 'Dirección',
      about: 'Cómo llega el proyecto a su público: una web, una aplicación, un quiosco.',
      emptyTitle: 'Aún no hay canales',
      emptyHint: 'Añada una web con un nombre corto, y el público encontrará allí el contenido.',
    },
  },
}
