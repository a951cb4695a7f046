/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useApp, useHref } from '../app-context.ts'
import { optionsOf } from '../data/programme-filter.ts'
import { search } from '../data/search.ts'
import { idOf } from '../data/shown.ts'
import type { ListedKind } from '../data/stored-query.ts'
import { Icon } from '../parts/icon.tsx'
import { RecordTile } from '../parts/tile.tsx'

/** Searches everything on this device as the visitor types. Without JavaScript the form asks the server. */
export function SearchScreen() {
  const { data, locale, route, site, t } = useApp()
  const href = useHref()
  const [text, setText] = useState(route.query?.q ?? '')
  const hits = search(data, text, locale)
  return (
    <div class="mq-content">
      <h1 class="mq-title">{t.search}</h1>
      <search>
        <form class="mq-search" action={href({ screen: 'search' })}>
          <Icon name="search" />
          <input
            type="search"
            name="q"
            value={text}
            placeholder={t.searchHint}
            aria-label={t.search}
            autoComplete="off"
            enterkeyhint="search"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          {site.preview !== undefined && <input type="hidden" name="preview" value={site.preview} />}
        </form>
      </search>
      <div role="status">
        {text.trim() !== '' && hits.length === 0 && <p class="mq-quiet">{t.noHits(text.trim())}</p>}
      </div>
      {text.trim() === '' && <Suggestions />}
      <ul class="mq-list" data-format="list">
        {hits.map(({ kind, record }) => (
          <li key={idOf(record)}>
            <RecordTile kind={kind as ListedKind} record={record} isWide />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The categories of the programme, for a visitor who does not know a name yet. */
function Suggestions() {
  const { data, locale } = useApp()
  const href = useHref()
  return (
    <ul class="mq-chips">
      {optionsOf(data, locale).category.map(({ value, label }) => (
        <li key={value}>
          <a class="mq-chip" href={href({ screen: 'programme', query: { category: value } })}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
