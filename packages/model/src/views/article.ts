import { broadcastArticle } from '../kinds/broadcast-article.ts'
import { Choice, Instant, NonEmptyTitle, Nullable, PublishStatus, Title, Url } from '../shapes/scalars.ts'
import Type from '../type.ts'
import { commonFirst, commonLast, renamed, type View } from './view.ts'

/** A blog article with its content as HTML or Markdown. */
export const articleView: View = {
  name: 'article',
  plural: 'articles',
  about: 'A blog article: a draft, or published at a date.',
  kind: broadcastArticle,
  fields: {
    ...commonFirst,
    title: { schema: NonEmptyTitle, shownAs: Nullable(Title), required: true, example: 'The programme is out' },
    content: {
      schema: Nullable(Type.String()),
      onlyAlone: true,
      example: '# Three days by the sea\n\nSee you **in July**.',
    },
    content_format: { schema: Nullable(Choice('html', 'markdown')), onlyAlone: true, example: 'markdown' },
    content_html: { schema: Type.String(), readOnly: true, onlyAlone: true },
    excerpt: { schema: Type.String(), readOnly: true },
    published_at: { schema: Nullable(Instant), example: '2027-03-01T09:00:00.000Z' },
    cover_image_url: { schema: Nullable(Url), example: 'https://images.festival.example/cover.jpg' },
    ...commonLast,
    status: { schema: PublishStatus, example: 'published' },
    reference: { ...commonLast.reference, onlyAlone: true },
  },
  pointers: [
    ['/contentFormat', '/content_format'],
    ['/publishedAt', '/published_at'],
    ['/coverImageUrl', '/cover_image_url'],
    ['/_reference', '/reference'],
  ],
  isShown: () => true,
  isListed: (record) => typeof record.title === 'string',
  show: (record, { excerpt, contentHtml }) => ({
    id: record._id,
    title: record.title,
    status: record.status,
    published_at: record.publishedAt,
    excerpt,
    cover_image_url: record.coverImageUrl,
    content: record.content,
    content_format: record.contentFormat,
    content_html: contentHtml,
    reference: record._reference,
    created_at: record._createdAt,
    updated_at: record._updatedAt,
  }),
  toPatch: (sent) => ({
    // New content without a format has its format detected again.
    ...('content' in sent && { contentFormat: null }),
    ...renamed(sent, {
      title: 'title',
      content: 'content',
      content_format: 'contentFormat',
      status: 'status',
      published_at: 'publishedAt',
      cover_image_url: 'coverImageUrl',
      reference: '_reference',
    }),
  }),
}
