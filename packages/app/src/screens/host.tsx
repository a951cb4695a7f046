/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { programmeOf } from '../data/programme.ts'
import { idOf, localizedOf } from '../data/shown.ts'
import { LinkChips } from '../parts/link-chips.tsx'
import { Picture } from '../parts/picture.tsx'
import { SessionRows } from '../parts/session-row.tsx'
import { ShareButton } from '../parts/share.tsx'
import { RichText } from '../rich/rich-text.tsx'
import type { RecordProps } from './record.ts'

/** Someone on the programme: text, links, and their sessions. */
export function HostScreen({ record }: RecordProps) {
  const { data, locale, t } = useApp()
  const words = useWords()
  const id = idOf(record)
  const slots = programmeOf(data).slots.filter(({ session }) => Object(session.hostIds).includes?.(id))
  const [title, subtitle, text] = [words(record, 'title'), words(record, 'subtitle'), words(record, 'description')]
  return (
    <>
      <Picture value={record.media} class="mq-cover" isDecorative isFirst />
      <div class="mq-content mq-narrow">
        <h1 class="mq-title">{title}</h1>
        {subtitle !== '' && <p class="mq-subtitle">{subtitle}</p>}
        {text !== '' && <RichText text={text} />}
        <Blocks blocks={localizedOf(record, 'blocks', locale)} />
        <LinkChips links={record.links} />
        {slots.length > 0 && (
          <section class="mq-block">
            <h2 class="mq-heading">{t.sessionsOf}</h2>
            <SessionRows slots={slots} withDay />
          </section>
        )}
        <ShareButton title={title} />
      </div>
    </>
  )
}
