import { Button, Group, Table } from '@mantine/core'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import type { TableKind } from '../../kinds/declaration.ts'
import { useTexts } from '../../texts/language.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { useKindList } from './kind-list.ts'
import { HeadRow, RecordRow } from './rows.tsx'
import { useSetStatus } from './set-status.ts'
import { texts } from './texts.ts'
import './kinds.css'

/** The records of a list as rows: sort, open, select and bulk actions. */
export function RecordsTable(props: { declaration: TableKind; list: ReturnType<typeof useKindList> }) {
  const { list } = props
  const declaration = { ...props.declaration, columns: list.columns }
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = list.records.filter(({ _id }) => selected.has(_id))
  const clear = () => setSelected(new Set())
  const status = useSetStatus(declaration.kind, chosen, clear)
  const toggle = (id: string) =>
    setSelected((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id]))
  return (
    <>
      {list.records.length > 0 && (
        <div className="surface kind-table" aria-busy={list.isFetching}>
          <Table highlightOnHover verticalSpacing={9} horizontalSpacing="md">
            <Table.Thead>
              <HeadRow
                declaration={declaration}
                sort={list.sort}
                onSort={(sort) => list.change({ sort })}
                isAll={chosen.length === list.records.length}
                isSome={chosen.length > 0}
                onAll={
                  canWrite ? (all) => setSelected(new Set(all ? list.records.map(({ _id }) => _id) : [])) : undefined
                }
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
                  onSelect={canWrite ? () => toggle(record._id) : undefined}
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
      <BulkBar kind={declaration.kind} records={chosen} name={t.many(chosen.length)} status={status} onDone={clear} />
    </>
  )
}
