import { IconPhoto } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const media: PlainKind = {
  kind: 'media',
  nameField: 'alt',
  path: 'media',
  icon: IconPhoto,
  group: 'content',
  isPicture: true,
  columns: ['tags', 'mimeType', 'size', 'external', '_createdAt'],
  filters: ['tags', 'external'],
  main: ['mediaUrl', 'alt', 'mimeType'],
  side: ['tags', 'width', 'height', 'color'],
  rare: ['crop', 'focalPoint', '_reference', 'metadata'],
  extra: 'framing',
  actions: 'upload',
  texts: {
    en: {
      one: 'Media',
      many: 'Media',
      create: 'Add media',
      about: 'Pictures, videos, sounds and documents that your content shows.',
      emptyTitle: 'The library is empty',
      emptyHint: 'Drop files here, or add something by its address on the web.',
    },
    fr: {
      one: 'Média',
      many: 'Médias',
      create: 'Ajouter un média',
      about: 'Les images, vidéos, sons et documents que montre votre contenu.',
      emptyTitle: 'La médiathèque est vide',
      emptyHint: 'Déposez des fichiers ici, ou ajoutez un média par son adresse sur le web.',
    },
    es: {
      one: 'Medio',
      many: 'Medios',
      create: 'Añadir un medio',
      about: 'Imágenes, vídeos, sonidos y documentos que muestra su contenido.',
      emptyTitle: 'La biblioteca está vacía',
      emptyHint: 'Suelte archivos aquí, o añada algo por su dirección en la web.',
    },
  },
}
