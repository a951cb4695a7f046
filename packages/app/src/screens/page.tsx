/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { localizedOf, objectsIn } from '../data/shown.ts'
import { Picture } from '../parts/picture.tsx'
import type { RecordProps } from './record.ts'

/** A page of blocks. Its title is shown unless it begins with a title of its own. */
export function PageScreen({ record }: RecordProps) {
  const { locale, t } = useApp()
  const words = useWords()
  const blocks = objectsIn(localizedOf(record, 'blocks', locale))
  return (
    <>
      <Picture value={record.media} class="mq-cover" isDecorative isFirst />
      <div class="mq-content mq-narrow">
        <h1 class={blocks[0]?.type === 'title' ? 'mq-hidden' : 'mq-title'}>{words(record, 'title')}</h1>
        <Blocks blocks={blocks} />
        {blocks.length === 0 && <p class="mq-quiet">{t.nothingYet}</p>}
      </div>
    </>
  )
}
