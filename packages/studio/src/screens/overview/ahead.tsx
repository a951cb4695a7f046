import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useRecords } from '../../data/records.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { dateFormats, formatInstant } from '../../ui/zoned.ts'
import { Card } from './card.tsx'
import { texts } from './texts.ts'

/** Scheduled publications and campaigns, the next first. */
export function Ahead() {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const [since] = useState(() => new Date().toISOString())
  const articles = useRecords('broadcastArticle', {
    filters: [{ status: 'published' }, { publishedAt: { $gt: since } }],
    sort: { publishedAt: 'asc' },
    limit: 4,
    fields: ['title', 'localeDetails', 'publishedAt'],
  })
  const campaigns = useRecords('broadcastCampaign', {
    filters: [{ status: 'scheduled' }],
    sort: { scheduledAt: 'asc' },
    limit: 4,
    fields: ['title', 'localeDetails', 'scheduledAt'],
  })
  const items = [
    ...articles.records.map((record) => ({
      id: record._id,
      screen: 'articles',
      what: t.article,
      name: nameOf('broadcastArticle', record, language),
      at: record.publishedAt ?? '',
    })),
    ...campaigns.records.map((record) => ({
      id: record._id,
      screen: 'campaigns',
      what: t.campaign,
      name: nameOf('broadcastCampaign', record, language),
      at: record.scheduledAt ?? '',
    })),
  ].sort((one, other) => one.at.localeCompare(other.at))
  const isPending = articles.isPending || campaigns.isPending
  return (
    <Card title={t.ahead}>
      {isPending && <Skeleton height={60} radius="md" />}
      {!isPending && items.length === 0 && (
        <Text c="dimmed" size="sm">
          {t.nothingAhead}
        </Text>
      )}
      <ul className="overview-list">
        {items.slice(0, 5).map(({ id, screen, what, name, at }) => (
          <li key={id}>
            <ScreenLink screen={screen} recordId={id} className="overview-row">
              <span className="overview-name">
                {name || common.untitled}{' '}
                <Text span size="xs" c="dimmed">
                  {what}
                </Text>
              </span>
              <Text span size="xs" c="dimmed" className="tabular">
                {at && formatInstant(at, timezone, language, dateFormats.compact)}
              </Text>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
