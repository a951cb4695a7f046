import { IconCategory } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const broadcastCategory: PlainKind = {
  kind: 'broadcastCategory',
  fieldNames: { title: ['Name', 'Nom', 'Nombre'] },
  path: 'categories',
  icon: IconCategory,
  group: 'content',
  fromName: (title) => ({ title, key: title.slice(0, 200), status: 'published' }),
  columns: ['color', 'key', 'parentId', 'status'],
  filters: ['status', 'parentId'],
  sort: { title: 'asc' },
  main: ['title', 'key', 'parentId'],
  side: ['status', 'color', 'icon'],
  rare: ['_reference', 'metadata'],
  texts: {
    en: {
      one: 'Category',
      many: 'Categories',
      create: 'New category',
      about: 'Labels that group sessions, places, hosts, articles and pages.',
      emptyTitle: 'No categories yet',
      emptyHint: 'Make a few, such as Music, Talks or Food; visitors filter by them.',
    },
    fr: {
      one: 'Catégorie',
      many: 'Catégories',
      create: 'Nouvelle catégorie',
      about: 'Des étiquettes qui regroupent sessions, lieux, intervenants, articles et pages.',
      emptyTitle: 'Aucune catégorie',
      emptyHint: 'Créez-en quelques-unes, comme Musique, Débats ou Restauration ; les visiteurs filtrent avec.',
    },
    es: {
      one: 'Categoría',
      many: 'Categorías',
      create: 'Nueva categoría',
      about: 'Etiquetas que agrupan sesiones, lugares, participantes, artículos y páginas.',
      emptyTitle: 'Aún no hay categorías',
      emptyHint: 'Cree algunas, como Música, Charlas o Comida; los visitantes filtran con ellas.',
    },
  },
}
