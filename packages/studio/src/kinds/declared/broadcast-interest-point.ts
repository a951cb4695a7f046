import { IconMapPin } from '@tabler/icons-react'
import type { ScreenKind } from '../declaration.ts'

export const broadcastInterestPoint: ScreenKind = {
  kind: 'broadcastInterestPoint',
  fieldNames: { title: ['Name', 'Nom', 'Nombre'] },
  path: 'map',
  icon: IconMapPin,
  group: 'content',
  fromName: (title) => ({ title, status: 'published' }),
  isOnBar: true,
  texts: {
    en: { one: 'Place', many: 'Places', create: 'New place' },
    fr: { one: 'Lieu', many: 'Lieux', create: 'Nouveau lieu' },
    es: { one: 'Lugar', many: 'Lugares', create: 'Nuevo lugar' },
  },
}
