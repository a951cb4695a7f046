import { Button, Checkbox, Group, Select } from '@mantine/core'
import { trashKinds } from '@marquee/model'
import { IconTrash, IconTrashX } from '@tabler/icons-react'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useTrash } from '../../data/trash.ts'
import { useKindLabel } from '../../kinds/labels.ts'
import { useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSearchValues } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EntryRow } from './entry-row.tsx'
import { texts } from './texts.ts'
import { useTrashActions } from './use-trash-actions.tsx'
import './trash.css'

/** Deleted records: find, restore, delete for good. The filters are in the URL: ?kind=broadcastHost&q=ada */
export default function TrashScreen() {
  const t = useTexts(texts)
  const kindLabel = useKindLabel()
  const { canWrite, isOwner } = useBroadcast()
  const [values, change] = useSearchValues()
  const kind = trashKinds.find(({ name }) => name === values.kind)?.name
  const q = typeof values.q === 'string' ? values.q : ''
  const { entries, keptDays, ...trash } = useTrash({ kind, q })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = entries.filter(({ id }) => selected.has(id))
  const { restore, empty, isRestoring } = useTrashActions()
  const isNarrowed = kind !== undefined || q !== ''
  const isEmpty = trash.data !== undefined && entries.length === 0
  const toggle = (id: string) =>
    setSelected((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id]))
  return (
    <>
      <PageHeader
        title={t.title}
        about={keptDays === undefined ? undefined : keptDays === 0 ? t.off : t.about(keptDays)}
        actions={
          isOwner &&
          entries.length > 0 && (
            <Button variant="default" leftSection={<IconTrashX size={18} />} onClick={() => void empty()}>
              {t.emptyAll}
            </Button>
          )
        }
      />
      {!(isEmpty && !isNarrowed) && (
        <Group mb="md" gap="xs">
          <SearchBox value={q} onSearch={(text) => change({ q: text === '' ? undefined : text })} />
          <Select
            aria-label={t.kind}
            placeholder={t.anyKind}
            clearable
            searchable
            value={kind ?? null}
            onChange={(next) => change({ kind: next ?? undefined })}
            data={trashKinds.map(({ name }) => ({ value: name, label: kindLabel(name, 'many') }))}
          />
        </Group>
      )}
      {trash.error && <ProblemNotice error={trash.error} onRetry={() => void trash.refetch()} />}
      {isEmpty && (
        <EmptyState
          icon={IconTrash}
          title={isNarrowed ? t.noMatch : t.empty}
          hint={isNarrowed ? t.noMatchHint : t.emptyHint}
        />
      )}
      {entries.length > 0 && (
        <div className="surface trash" aria-busy={trash.isFetching}>
          {canWrite && (
            <Group className="trash-head" gap="sm" justify="space-between">
              <Checkbox
                label={chosen.length > 0 ? t.selected(chosen.length) : t.selectAll}
                checked={chosen.length === entries.length}
                indeterminate={chosen.length > 0 && chosen.length < entries.length}
                onChange={(event) =>
                  setSelected(new Set(event.currentTarget.checked ? entries.map(({ id }) => id) : []))
                }
              />
              {chosen.length > 0 && (
                <Button size="xs" loading={isRestoring} onClick={() => void restore(chosen)}>
                  {t.restore}
                </Button>
              )}
            </Group>
          )}
          <ul className="trash-rows">
            {entries.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                isSelected={selected.has(entry.id)}
                onSelect={canWrite ? () => toggle(entry.id) : undefined}
              />
            ))}
          </ul>
        </div>
      )}
      {trash.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={trash.isFetchingNextPage} onClick={() => void trash.fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
    </>
  )
}
