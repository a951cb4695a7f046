import { IconMap2 } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const broadcastMap: PlainKind = {
  kind: 'broadcastMap',
  fieldNames: { media: ['Background', 'Fond de plan', 'Fondo'] },
  path: 'maps',
  icon: IconMap2,
  group: 'design',
  columns: ['type', 'width', 'height', 'status'],
  filters: ['status', 'type'],
  sort: { title: 'asc' },
  main: ['title', 'type', 'media'],
  side: ['status', 'width', 'height'],
  rare: ['_reference', 'metadata'],
  choiceNames: {
    image: ['Drawn plan', 'Plan dessiné', 'Plano dibujado'],
    geo: ['Map of the world', 'Carte du monde', 'Mapa del mundo'],
  },
  texts: {
    en: {
      one: 'Map',
      many: 'Maps',
      create: 'New map',
      about: 'Site plans and geographic maps with their places.',
      emptyTitle: 'No map yet',
      emptyHint: 'Add the plan of your site as a picture; places are then put onto it.',
    },
    fr: {
      one: 'Plan',
      many: 'Plans',
      create: 'Nouveau plan',
      about: 'Plans dessinés et cartes du monde sur lesquels se trouvent les lieux.',
      emptyTitle: 'Aucun plan',
      emptyHint: 'Ajoutez le plan de votre site sous forme d’image ; les lieux y sont ensuite placés.',
    },
    es: {
      one: 'Plano',
      many: 'Planos',
      create: 'Nuevo plano',
      about: 'Planos dibujados y mapas del mundo donde están los lugares.',
      emptyTitle: 'Aún no hay planos',
      emptyHint: 'Añada el plano de su recinto como imagen; los lugares se colocan después en él.',
    },
  },
}
