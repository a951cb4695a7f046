import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useRef } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useGo } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import type { KindDeclaration } from './declaration.ts'
import { ExportButton } from './export-button.tsx'
import { Filters } from './filters.tsx'
import { useKindList } from './kind-list.ts'
import { RecordsTable } from './records-table.tsx'
import { texts } from './texts.ts'

/** All records of a kind: searched, narrowed, sorted, selected, exported. */
export function KindTable({ declaration }: { declaration: KindDeclaration }) {
  const { icon, path, actions: Actions } = declaration
  const t = useTexts(texts)
  const { language } = useLanguage()
  const words = declaration.texts[language]
  const { canWrite } = useBroadcast()
  const go = useGo()
  const list = useKindList(declaration)
  const search = useRef<HTMLDivElement>(null)
  useHotkeys([
    ['/', () => search.current?.querySelector('input')?.focus()],
    ['n', () => canWrite && void go(path, 'new')],
  ])
  const create = canWrite && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => void go(path, 'new')}>
      {words.create}
    </Button>
  )
  const isEmpty = !list.isPending && list.records.length === 0
  return (
    <>
      <PageHeader
        title={words.title}
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
      {!(isEmpty && !list.isNarrowed) && (
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
      )}
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && !list.isNarrowed && !list.error && (
        <EmptyState icon={icon} title={words.emptyTitle} hint={words.emptyHint} action={create} />
      )}
      {isEmpty && list.isNarrowed && (
        <EmptyState
          icon={icon}
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
    </>
  )
}
