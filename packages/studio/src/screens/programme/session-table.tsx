import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import type { KindDeclaration } from '../kinds/declaration.ts'
import { ExportButton } from '../kinds/export-button.tsx'
import { Filters } from '../kinds/filters.tsx'
import { useKindList } from '../kinds/kind-list.ts'
import { RecordsTable } from '../kinds/records-table.tsx'
import { texts } from '../kinds/texts.ts'

/** The programme as a table: searched, narrowed, sorted, changed many at a time, exported. */
export function SessionTable({ declaration }: { declaration: KindDeclaration }) {
  const t = useTexts(texts)
  const list = useKindList(declaration)
  const search = useRef<HTMLDivElement>(null)
  useHotkeys([['/', () => search.current?.querySelector('input')?.focus()]])
  const isEmpty = !list.isPending && list.records.length === 0
  return (
    <div className="programme-table">
      <Group mb="md" gap="xs" ref={search}>
        <SearchBox value={list.text} onSearch={(q) => list.change({ q })} />
        <Filters declaration={declaration} values={list.filterValues} onChange={list.change} />
        <Group ml="auto" gap="xs">
          <Text size="sm" c="dimmed" className="tabular" role="status">
            {t.total(list.total)}
          </Text>
          <ExportButton declaration={declaration} query={list.query} />
        </Group>
      </Group>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && (
        <EmptyState
          icon={IconCalendarEvent}
          title={t.noMatch}
          hint={t.noMatchHint}
          action={
            <Button variant="light" onClick={list.clear}>
              {t.clearFilters}
            </Button>
          }
        />
      )}
      <RecordsTable declaration={declaration} list={list} />
    </div>
  )
}
