import { IconTypography } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const font: PlainKind = {
  kind: 'font',
  nameField: 'fontFamily',
  path: 'fonts',
  icon: IconTypography,
  group: 'design',
  columns: ['weights', '_updatedAt'],
  filters: [],
  sort: { fontFamily: 'asc' },
  main: ['fontFamily', 'weights'],
  side: [],
  rare: ['_reference', 'metadata'],
  initial: { fontFamily: '' },
  texts: {
    en: {
      one: 'Font',
      many: 'Fonts',
      create: 'New font',
      about: 'Typefaces for the app and the website.',
      emptyTitle: 'No fonts yet',
      emptyHint: 'Add a typeface with the addresses of its files; the theme can then use it.',
    },
    fr: {
      one: 'Police',
      many: 'Polices',
      create: 'Nouvelle police',
      about: 'Les caractères de l’application et du site.',
      emptyTitle: 'Aucune police',
      emptyHint: 'Ajoutez une police avec les adresses de ses fichiers ; le thème pourra l’utiliser.',
    },
    es: {
      one: 'Tipografía',
      many: 'Tipografías',
      create: 'Nueva tipografía',
      about: 'Los tipos de letra de la aplicación y la web.',
      emptyTitle: 'Aún no hay tipografías',
      emptyHint: 'Añada un tipo de letra con las direcciones de sus archivos; el tema podrá usarlo.',
    },
  },
}
