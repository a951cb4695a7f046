import { pictureAddress, pictureOf } from '../pictures.ts'
import { type DemoRecord, type Id, record } from '../record.ts'
import { localized } from '../text.ts'
import type { Article } from './article.ts'
import { backstage } from './backstage.ts'
import { news } from './news.ts'
import { practical } from './practical.ts'

export function articles(id: Id, baseUrl: string): DemoRecord[] {
  return [...news, ...backstage, ...practical].map((article) =>
    record(id, 'broadcastArticle', `article-${article.name}`, {
      ...localized((locale, say) => {
        const [title, ...paragraphs] = article.text[locale]
        const blocks = article.blocks?.(say, id)
        return { title, content: content(article.format, paragraphs), ...(blocks && { blocks }) }
      }),
      defaultLocale: 'fr',
      contentFormat: article.format,
      status: article.status ?? 'published',
      publishedAt: article.publishedAt,
      categoryIds: [id(`category-${article.category}`)],
      ...pictureOf(id, article.name),
      coverImageUrl: `${baseUrl}${pictureAddress(article.name)}`,
    }),
  )
}

function content(format: Article['format'], paragraphs: string[]): string {
  if (format === 'markdown') return paragraphs.join('\n\n')
  return paragraphs.map((text) => (text.startsWith('<') ? text : `<p>${text}</p>`)).join('\n')
}
