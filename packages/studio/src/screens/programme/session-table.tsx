import { Button, Group, Table, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { BulkBar } from '../kinds/bulk-bar.tsx'
import type { KindDeclaration } from '../kinds/declaration.ts'
import { ExportButton } from '../kinds/export-button.tsx'
import { Filters } from '../kinds/filters.tsx'
import { useKindList } from '../kinds/kind-list.ts'
import { HeadRow, RecordRow } from '../kinds/rows.tsx'
import { texts } from '../kinds/texts.ts'
import '../kinds/kinds.css'

/** The programme as a table: searched, narrowed, sorted, changed many at a time, exported. */
export function SessionTable({ declaration }: { declaration: KindDeclaration }) {
  const t = useTexts(texts)
  const list = useKindList(declaration)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const search = useRef<HTMLDivElement>(null)
  useHotkeys([['/', () => search.current?.querySelector('input')?.focus()]])
  const chosen = list.records.filter(({ _id }) => selected.has(_id))
  const toggle = (id: string) =>
    setSelected((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id]))
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
      {list.records.length > 0 && (
        <div className="surface kind-table" aria-busy={list.isFetching}>
          <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <HeadRow
                declaration={declaration}
                sort={list.sort}
                onSort={(sort) => list.change({ sort })}
                isAll={chosen.length === list.records.length}
                isSome={chosen.length > 0}
                onAll={(all) => setSelected(new Set(all ? list.records.map(({ _id }) => _id) : []))}
              />
            </Table.Thead>
            <Table.Tbody>
              {list.records.map((record) => (
                <RecordRow
                  key={record._id}
                  declaration={declaration}
                  record={record}
                  names={list.names}
                  isSelected={selected.has(record._id)}
                  onSelect={() => toggle(record._id)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            ref={list.moreRef}
            onClick={() => void list.fetchNextPage()}
            loading={list.isFetchingNextPage}
          >
            {t.more}
          </Button>
        </Group>
      )}
      <BulkBar kind={declaration.kind} records={chosen} onDone={() => setSelected(new Set())} />
    </div>
  )
}
