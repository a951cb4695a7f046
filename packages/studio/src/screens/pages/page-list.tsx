import { Button, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileText, IconHome, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords } from '../../data/records.ts'
import { byName } from '../../data/records-by-name.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink, useGo } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { texts } from './texts.ts'

/** The home page and all pages; a select on a phone. */
export function PageList({ current }: { current: string | undefined }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const go = useGo()
  const { records: all, error, refetch, isPending } = useAllRecords('broadcastPage', { sort: { title: 'asc' } })
  const records = useMemo(() => byName('broadcastPage', all, language, 'asc'), [all, language])
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  const name = (page: (typeof records)[number]) => nameOf('broadcastPage', page, language) || common.untitled
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  const create = canWrite && (
    <Button
      variant="light"
      fullWidth={!isNarrow}
      leftSection={<IconPlus size={17} />}
      onClick={() => void go('pages', 'new')}
      style={{ flex: 'none' }}
    >
      {t.create}
    </Button>
  )
  if (isNarrow) {
    const options = [
      { value: 'home', label: t.home },
      ...records.map((page) => ({ value: page._id, label: name(page) })),
    ]
    return (
      <div className="pages-pick">
        <Select
          aria-label={t.choosePage}
          searchable
          allowDeselect={false}
          data={current === 'new' ? [...options, { value: 'new', label: t.create }] : options}
          value={current ?? 'home'}
          onChange={(value) => void go('pages', value === 'home' ? undefined : (value ?? undefined))}
          flex={1}
        />
        {create}
      </div>
    )
  }
  return (
    <nav aria-label={t.pages} className="pages-list">
      <ScreenLink screen="pages" exact className="shell-link">
        <IconHome size={17} aria-hidden />
        <span>{t.home}</span>
      </ScreenLink>
      <span className="eyebrow pages-eyebrow">{t.pages}</span>
      {records.map((page) => (
        <ScreenLink key={page._id} screen="pages" recordId={page._id} className="shell-link">
          <IconFileText size={17} aria-hidden />
          <span className="pages-name">{name(page)}</span>
          {page.status === 'draft' && (
            <span className="pages-draft" role="img" aria-label={common.status.draft} title={common.status.draft} />
          )}
        </ScreenLink>
      ))}
      {records.length === 0 && !isPending && (
        <Text size="sm" c="dimmed" px={10}>
          {t.noPages}
        </Text>
      )}
      <div className="pages-create">{create}</div>
    </nav>
  )
}
