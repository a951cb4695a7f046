import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import type { PlainKind } from '../../kinds/declaration.ts'
import { useLanguage } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useGo } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useKindList } from './kind-list.ts'
import { ListTools, NoMatch } from './list-tools.tsx'
import { actions } from './parts/index.ts'
import { RecordsTable } from './records-table.tsx'

/** All records of a kind: search, filter, sort, select, export. */
export function KindTable({ declaration }: { declaration: PlainKind }) {
  const { icon, path } = declaration
  const Actions = declaration.actions && actions[declaration.actions]
  const { language } = useLanguage()
  const words = declaration.texts[language]
  const { canWrite } = useBroadcast()
  const go = useGo()
  const list = useKindList(declaration)
  useShortcuts([['n', () => void (canWrite && go(path, 'new'))]])
  const create = canWrite && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => void go(path, 'new')}>
      {words.create}
    </Button>
  )
  const isEmpty = !list.isPending && list.records.length === 0
  return (
    <>
      <PageHeader
        title={words.title ?? words.many}
        about={words.about}
        actions={
          <>
            {Actions && canWrite && (
              <Suspense>
                <Actions />
              </Suspense>
            )}
            {create}
          </>
        }
      />
      {!(isEmpty && !list.isNarrowed) && <ListTools declaration={declaration} list={list} />}
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && !list.isNarrowed && !list.error && (
        <EmptyState icon={icon} title={words.emptyTitle} hint={words.emptyHint} action={create} />
      )}
      {isEmpty && list.isNarrowed && <NoMatch declaration={declaration} list={list} />}
      <RecordsTable declaration={declaration} list={list} />
    </>
  )
}
