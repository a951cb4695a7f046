import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconArticle, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useTexts } from '../../../texts/language.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useGo } from '../../../ui/navigation.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { BulkBar } from '../../kinds/bulk-bar.tsx'
import { SavedViews } from '../../kinds/saved-views.tsx'
import { texts } from '../texts.ts'
import { ArticleRow } from './article-row.tsx'
import { CalendarStrip } from './calendar-strip.tsx'
import { ListFilters } from './list-filters.tsx'
import { useArticleList, viewNames } from './list-query.ts'
import { useSetStatus } from './set-status.tsx'

/** All articles: published, scheduled and drafts. */
export function ArticleList() {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const go = useGo()
  const list = useArticleList()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const search = useRef<HTMLDivElement>(null)
  useShortcuts([
    ['/', () => search.current?.querySelector('input')?.focus()],
    ['n', () => void (canWrite && go('articles', 'new'))],
  ])
  const { records, isPending, isNarrowed } = list
  const chosen = records.filter(({ _id }) => selected.has(_id))
  const clear = () => setSelected(new Set())
  const status = useSetStatus(chosen, clear)
  const isEmpty = !isPending && !list.error && records.length === 0
  const isBare = isEmpty && !isNarrowed
  const toggle = (id: string) =>
    setSelected((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id]))
  const create = canWrite && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => void go('articles', 'new')}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={create} />
      {!isBare && (
        <>
          <CalendarStrip />
          <SavedViews kind="broadcastArticle" names={viewNames} />
          <Group mb="md" gap="xs" ref={search}>
            <SearchBox value={list.text} onSearch={(q) => list.change({ q })} />
            <ListFilters list={list} />
            <Text size="sm" c="dimmed" className="tabular" role="status" ml="auto">
              {t.total(list.total)}
            </Text>
          </Group>
        </>
      )}
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {isPending && !list.error && <RowSkeletons />}
      {isBare && <EmptyState icon={IconArticle} title={t.emptyTitle} hint={t.emptyHint} action={create} />}
      {isEmpty && isNarrowed && (
        <EmptyState
          icon={IconArticle}
          title={t.noMatch}
          hint={t.noMatchHint}
          action={
            <Button variant="light" onClick={list.clear}>
              {t.clearFilters}
            </Button>
          }
        />
      )}
      {records.length > 0 && (
        <div className="surface" aria-busy={list.isFetching}>
          {canWrite && (
            <div className="article-all">
              <Checkbox
                label={t.selectAll}
                checked={chosen.length === records.length}
                indeterminate={chosen.length > 0 && chosen.length < records.length}
                onChange={(event) =>
                  setSelected(new Set(event.currentTarget.checked ? records.map(({ _id }) => _id) : []))
                }
              />
            </div>
          )}
          <ul className="article-rows" aria-label={t.title}>
            {records.map((record) => (
              <ArticleRow
                key={record._id}
                record={record}
                isSelected={selected.has(record._id)}
                onSelect={canWrite ? () => toggle(record._id) : undefined}
              />
            ))}
          </ul>
        </div>
      )}
      {list.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
            {t.more}
          </Button>
        </Group>
      )}
      <BulkBar kind="broadcastArticle" records={chosen} name={t.many(chosen.length)} status={status} onDone={clear} />
    </>
  )
}

function RowSkeletons() {
  return (
    <Stack gap="sm" className="surface" p="md">
      {[0, 1, 2, 3].map((row) => (
        <Group key={row} wrap="nowrap">
          <Skeleton w={112} h={76} radius="md" />
          <Stack gap={8} flex={1}>
            <Skeleton h={18} w="45%" />
            <Skeleton h={13} w="80%" />
          </Stack>
        </Group>
      ))}
    </Stack>
  )
}
