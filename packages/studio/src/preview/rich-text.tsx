import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { useApp } from './app-context.ts'
import css from './preview.module.css'
import { isHtml, type Rich, richOfMarkdown } from './rich.ts'
import { richOfHtml } from './rich-html.ts'

/** Markdown or HTML of editors. Only allowed elements are rendered, so nothing in it can run. */
export function RichText({ text, format }: { text: string; format?: unknown }) {
  const { open } = useApp()
  const isMarkup = format === 'html' || (format !== 'markdown' && isHtml(text))
  const nodes = useMemo(() => (isMarkup ? richOfHtml(text) : richOfMarkdown(text)), [isMarkup, text])
  return <div className={css.rich}>{shown(nodes, (url) => open({ to: 'link', url }))}</div>
}

function shown(nodes: Rich[], follow: (url: string) => void): ReactNode[] {
  return nodes.map((node, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are identified by position
    if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>
    const { tag, href, src, alt, children } = node
    const props: Record<string, unknown> = { key: index }
    if (href !== undefined) {
      props.href = href
      props.onClick = (event: Event) => {
        event.preventDefault()
        follow(href)
      }
    }
    if (src !== undefined) Object.assign(props, { src, alt, loading: 'lazy' })
    return createElement(tag, props, ...(children.length > 0 ? [shown(children, follow)] : []))
  })
}
