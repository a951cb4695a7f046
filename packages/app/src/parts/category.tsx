/** @jsxImportSource preact */
import { useHref, useWords } from '../app-context.ts'
import { idOf, type Shown } from '../data/shown.ts'
import { isColor, textOn } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'

/** The label of a category in its color, which leads to its sessions. */
export function Category({ record, isLink = false }: { record: Shown; isLink?: boolean }) {
  const href = useHref()
  const title = useWords()(record, 'title')
  const { color } = record
  const look = classes('mq-label', isColor(color) && classOf({ background: color, color: textOn(color) }))
  if (!isLink) return <span class={look}>{title}</span>
  return (
    <a class={look} href={href({ screen: 'programme', query: { category: idOf(record) } })}>
      {title}
    </a>
  )
}
