/** @jsxImportSource preact */
import { createElement, Fragment, type VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Rich } from './markdown.ts'
import { richOf } from './rich.ts'

/** Markdown or HTML of editors. Only allowed elements are rendered, so nothing in it can run. */
export function RichText({ text, format }: { text: string; format?: unknown }) {
  const nodes = useMemo(() => richOf(text, format), [text, format])
  return <div class="mq-rich">{shown(nodes)}</div>
}

function shown(nodes: Rich[]): (VNode | string)[] {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>
    const { tag, href, src, alt, children } = node
    const props: Record<string, unknown> = { key: index }
    if (href !== undefined) Object.assign(props, { href, ...(/^https?:/i.test(href) && outside) })
    if (src !== undefined) Object.assign(props, { src, alt, loading: 'lazy' })
    return createElement(tag, props, ...(children.length > 0 ? shown(children) : []))
  })
}

/** A page of others cannot reach back to the one that opened it. */
const outside = { rel: 'noopener', target: '_blank' }
