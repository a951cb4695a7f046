import { Skeleton, Text } from '@mantine/core'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useRecords } from '../../data/records.ts'
import { placeOf } from '../../kinds/places.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { Card } from './card.tsx'
import { texts } from './texts.ts'

const waiting = {
  filters: [{ status: 'draft' }],
  sort: { _updatedAt: 'desc' as const },
  limit: 3,
  fields: ['title', 'localeDetails', '_updatedAt'],
}

/** Unpublished records, the latest first. */
export function Drafts() {
  const t = useTexts(texts)
  const sessions = useRecords('broadcastSession', waiting)
  const articles = useRecords('broadcastArticle', waiting)
  const pages = useRecords('broadcastPage', waiting)
  const kinds = [
    { kind: 'broadcastSession', found: sessions },
    { kind: 'broadcastArticle', found: articles },
    { kind: 'broadcastPage', found: pages },
  ] as const
  const isPending = kinds.some(({ found }) => found.isPending)
  return (
    <Card title={t.drafts}>
      {isPending && <Skeleton height={90} radius="md" />}
      {!isPending && kinds.every(({ found }) => found.total === 0) && (
        <Text c="dimmed" size="sm">
          {t.noDrafts}
        </Text>
      )}
      {kinds.map(({ kind, found }) => (
        <DraftsOf key={kind} kind={kind} total={found.total} records={found.records} />
      ))}
    </Card>
  )
}

interface Props {
  kind: 'broadcastSession' | 'broadcastArticle' | 'broadcastPage'
  total: number
  records: { _id: string; _updatedAt: string }[]
}

function DraftsOf({ kind, total, records }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  if (total === 0) return null
  const { screen = '' } = placeOf(kind, '') ?? {}
  return (
    <div className="overview-part">
      <div className="overview-part-head">
        <span className="eyebrow">{t.draftsOf[kind](total)}</span>
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
