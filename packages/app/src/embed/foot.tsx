/** @jsxImportSource preact */
import type { Route } from '../address.ts'
import { useApp, useHref } from '../app-context.ts'
import { wordsOf } from '../data/shown.ts'

/** The way from a view to the site. */
export function Foot({ route }: { route: Route }) {
  const { data, locale, t } = useApp()
  const href = useHref()
  return (
    <p class="mq-embedded-foot">
      <a href={href(route)}>{`${wordsOf(data.broadcast, 'name', locale)} · ${t.embedding.whole}`}</a>
    </p>
  )
}
