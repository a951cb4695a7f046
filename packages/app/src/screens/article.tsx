/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { calendarOf } from '../data/programme.ts'
import { localizedOf, textOr } from '../data/shown.ts'
import { formatDate } from '../format.ts'
import { Picture } from '../parts/picture.tsx'
import { ShareButton } from '../parts/share.tsx'
import { RichText } from '../rich/rich-text.tsx'
import type { RecordProps } from './record.ts'

export function ArticleScreen({ record }: RecordProps) {
  const { data, locale, t } = useApp()
  const words = useWords()
  const published = Date.parse(textOr(record.publishedAt))
  const text = words(record, 'content')
  const title = words(record, 'title')
  return (
    <article>
      <Picture value={record.media ?? record.coverImageUrl} class="mq-cover" isDecorative isFirst />
      <div class="mq-content mq-narrow">
        <h1 class="mq-title">{title}</h1>
        {!Number.isNaN(published) && (
          <p class="mq-subtitle">{t.published(formatDate(published, calendarOf(data).timezone, locale))}</p>
        )}
        {/* The public API returns safe HTML, whatever it was written as. */}
        {text !== '' && <RichText text={text} format={'contentFormat' in record ? record.contentFormat : 'html'} />}
        <Blocks blocks={localizedOf(record, 'blocks', locale)} />
        <ShareButton title={title} />
      </div>
    </article>
  )
}
