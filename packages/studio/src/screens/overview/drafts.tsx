import { Skeleton, Text } from '@mantine/core'
import { type KindName, publicKinds } from '@marquee/model'
import { useQueries } from '@tanstack/react-query'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { listsKey } from '../../data/records.ts'
import { useKindLabel } from '../../kinds/labels.ts'
import { placeOf } from '../../kinds/places.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { Card } from './card.tsx'
import { texts } from './texts.ts'

const waiting = {
  filters: [{ status: 'draft' }],
  sort: { _updatedAt: 'desc' as const },
  limit: 3,
  fields: ['title', 'localeDetails', '_updatedAt'],
}

/** The first drafts of every kind that visitors can see, and their number. */
function useDrafts() {
  const { api, id } = useBroadcast()
  const found = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: [...listsKey(id, kind), 'drafts'],
      // In the shape of every cached list, which live changes update.
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({
        pages: [await api.kind(kind).list(waiting, signal)],
        pageParams: [''],
      }),
    })),
  })
  return kinds.flatMap((kind, index) => {
    const one = found[index]
    return one ? [{ kind, found: one, page: one.data?.pages[0] }] : []
  })
}

const kinds = publicKinds.map(({ name }) => name as KindName)

/** Unpublished records of everything that visitors can see, the latest first. */
export function Drafts() {
  const t = useTexts(texts)
  const { record } = useBroadcast()
  const drafts = useDrafts()
  const isPending = drafts.some(({ found }) => found.isPending)
  const error = drafts.map(({ found }) => found.error).find((one) => one !== null)
  return (
    <Card title={t.drafts}>
      {isPending && <Skeleton height={90} radius="md" />}
      {error && <ProblemNotice error={error} />}
      {!isPending && !error && drafts.every(({ page }) => page?.total === 0) && (
        <Text c="dimmed" size="sm">
          {record.isPrivate ? t.noDraftsPrivate : t.noDrafts}
        </Text>
      )}
      {drafts.map(({ kind, page }) => (
        <DraftsOf key={kind} kind={kind} total={page?.total ?? 0} records={page?.data ?? []} />
      ))}
    </Card>
  )
}

interface Props {
  kind: KindName
  total: number
  records: { _id: string; _updatedAt: string }[]
}

function DraftsOf({ kind, total, records }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const kindLabel = useKindLabel()
  if (total === 0) return null
  const { screen = '' } = placeOf(kind, '') ?? {}
  return (
    <div className="overview-part">
      <div className="overview-part-head">
        <span className="eyebrow">
          {total} {kindLabel(kind, total === 1 ? 'one' : 'many').toLocaleLowerCase(language)}
        </span>
        {total > records.length && (
          <ScreenLink screen={screen} search={{ status: 'draft' }} className="overview-more">
            {t.seeAll}
          </ScreenLink>
        )}
      </div>
      <ul className="overview-list">
        {records.map((record) => (
          <li key={record._id}>
            <ScreenLink screen={screen} recordId={record._id} className="overview-row">
              <span className="overview-name">{nameOf(kind, { ...record }, language) || common.untitled}</span>
              <Text span size="xs" c="dimmed" className="tabular">
                {formatInstant(record._updatedAt, timezone, language, { day: 'numeric', month: 'short' })}
              </Text>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
