import { always, defineKind, list, nullable, optional, refs } from '../kind.ts'
import { Block } from '../shapes/block.ts'
import { NativeContent } from '../shapes/navigator.ts'
import { Locale, Media, PublishStatus, SiteUrl, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

export const broadcastPage = defineKind({
  name: 'broadcastPage',
  plural: 'broadcastPages',
  about: 'A page composed of blocks.',
  editorial: true,
  public: ['title', 'status', 'blocks', 'categoryIds', 'media', 'url', 'nativeContent', 'defaultLocale'],
  fields: {
    title: optional(Title, { localized: true, sort: true }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
    blocks: list(Block, { localized: true, maxItems: 500 }),
    categoryIds: refs('broadcastCategory', { label: 'Categories' }),
    media: nullable(Media),
    url: optional(SiteUrl, { sort: true }),
    isPrivate: always(Type.Boolean(), { default: false, label: 'Private', filter: true }),
    nativeContent: nullable(NativeContent, { filter: true }),
    defaultLocale: nullable(Locale, { filter: true }),
  },
})
