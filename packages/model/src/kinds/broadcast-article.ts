import { always, defineKind, list, nullable, refs } from '../kind.ts'
import { Block } from '../shapes/block.ts'
import { Choice, Instant, Locale, Media, NonEmptyTitle, PublishStatus, Url } from '../shapes/scalars.ts'
import Type from '../type.ts'

export const broadcastArticle = defineKind({
  name: 'broadcastArticle',
  plural: 'broadcastArticles',
  about: 'A blog article, published at a date.',
  editorial: true,
  events: 'article',
  public: [
    'title',
    'status',
    'content',
    'publishedAt',
    'coverImageUrl',
    'categoryIds',
    'media',
    'blocks',
    'defaultLocale',
  ],
  fields: {
    title: nullable(NonEmptyTitle, { localized: true, sort: true }),
    content: nullable(Type.String(), { localized: true }),
    contentFormat: nullable(Choice('html', 'markdown'), { filter: true }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
    publishedAt: nullable(Instant, { sort: true, label: 'Publication date' }),
    coverImageUrl: nullable(Url, { label: 'Cover image' }),
    categoryIds: refs('broadcastCategory', { label: 'Categories' }),
    media: nullable(Media),
    blocks: list(Block, { localized: true, maxItems: 500 }),
    isPrivate: always(Type.Boolean(), { default: false, label: 'Private', filter: true }),
    defaultLocale: nullable(Locale, { filter: true }),
  },
})
