import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import type { TableKind } from '../../kinds/declaration.ts'
import { useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { ColumnMenu } from './column-menu.tsx'
import { ExportButton } from './export-button.tsx'
import { Filters } from './filters.tsx'
import type { useKindList } from './kind-list.ts'
import { SavedViews } from './saved-views.tsx'
import { texts } from './texts.ts'

interface Props {
  declaration: TableKind
  list: ReturnType<typeof useKindList>
}

/** The toolbar of a list: filters, count and export. */
export function ListTools({ declaration, list }: Props) {
  const t = useTexts(texts)
  const row = useRef<HTMLDivElement>(null)
  useShortcuts([['/', () => row.current?.querySelector('input')?.focus()]])
  return (
    <>
      <SavedViews kind={declaration.kind} names={list.viewNames} />
      <Group mb="md" gap="xs" ref={row}>
        <SearchBox value={list.text} onSearch={(q) => list.change({ q })} />
        <Filters declaration={declaration} values={list.filterValues} onChange={list.change} />
        <Group ml="auto" gap="xs">
          <Text size="sm" c="dimmed" className="tabular" role="status">
            {t.total(list.total)}
          </Text>
          <ColumnMenu declaration={declaration} shown={list.columns} onChange={(columns) => list.change({ columns })} />
          <ExportButton declaration={declaration} query={list.query} />
        </Group>
      </Group>
    </>
  )
}

/** Shown when filters match no record. */
export function NoMatch({ declaration, list }: Props) {
  const t = useTexts(texts)
  const action = (
    <Button variant="light" onClick={list.clear}>
      {t.clearFilters}
    </Button>
  )
  return <EmptyState icon={declaration.icon} title={t.noMatch} hint={t.noMatchHint} action={action} />
}
