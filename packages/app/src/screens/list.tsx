/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { type ListedKind, listAll } from '../data/stored-query.ts'
import { TileList } from '../parts/tile.tsx'

/** All records of a kind: hosts and articles as cards with their pictures, forms as a list. */
export function ListScreen({ kind, title }: { kind: ListedKind; title: 'hosts' | 'articles' | 'forms' }) {
  const { data, locale, t } = useApp()
  return (
    <div class={kind === 'article' ? 'mq-content mq-articles' : 'mq-content'}>
      <h1 class="mq-title">{t[title]}</h1>
      <TileList kind={kind} records={listAll(data, kind, locale)} format={kind === 'form' ? 'list' : 'grid'} />
    </div>
  )
}
