import type { TableKind } from '../../kinds/declaration.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useKindList } from '../kinds/kind-list.ts'
import { ListTools, NoMatch } from '../kinds/list-tools.tsx'
import { RecordsTable } from '../kinds/records-table.tsx'

/** The programme as a table: search, filter, sort, bulk actions, export. */
export function SessionTable({ declaration }: { declaration: TableKind }) {
  const list = useKindList(declaration)
  const isEmpty = !list.isPending && list.records.length === 0
  return (
    <div className="programme-table">
      <ListTools declaration={declaration} list={list} />
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && <NoMatch declaration={declaration} list={list} />}
      <RecordsTable declaration={declaration} list={list} />
    </div>
  )
}
