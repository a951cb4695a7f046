import { Alert, List, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { errorAt } from '../../../data/pointers.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { ZonedDateTime } from '../../../ui/zoned-date-time.tsx'
import { scheduleOf } from '../schedule.ts'
import { texts } from '../texts.ts'
import { type ArticleDraft, formatIn, textOf } from './article-text.ts'
import { checksBefore, type Finding } from './checks.ts'
import { coverOf } from './cover-field.tsx'

/** The publication status and date of the article, and its warnings. */
export function PublishingCard({ draft }: { draft: ArticleDraft }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { canWrite, timezone } = useBroadcast()
  const { status, publishedAt } = draft.values
  const { state, at } = scheduleOf(draft.values, Date.now())
  const when = at === null ? '' : formatInstant(at, timezone, language)
  const findings = useFindings(draft)
  const words = {
    draft: t.publishing.isDraft,
    planned: t.publishing.isPlanned(when),
    scheduled: t.publishing.isScheduled(when),
    published: at === null ? common.status.published : t.publishing.isPublished(when),
  }
  return (
    <section className="surface article-card" aria-label={t.publishing.title}>
      <Stack gap="sm">
        {canWrite && (
          <SegmentedControl
            fullWidth
            aria-label={t.state}
            value={status === 'published' ? 'published' : 'draft'}
            onChange={(value) => draft.set('status', value)}
            data={[
              { value: 'draft', label: common.status.draft },
              { value: 'published', label: common.status.published },
            ]}
          />
        )}
        {canWrite && (
          <ZonedDateTime
            label={t.publishing.date}
            value={typeof publishedAt === 'string' ? publishedAt : null}
            zone={timezone}
            error={errorAt(draft.errors, '/publishedAt')}
            onChange={(instant) => draft.set('publishedAt', instant)}
          />
        )}
        <Text size="sm" role="status">
          {words[state]}
        </Text>
        {canWrite && state !== 'published' && <Findings findings={findings} />}
      </Stack>
    </section>
  )
}

/** The warnings, or that there are none. */
export function Findings({ findings }: { findings: Finding[] }) {
  const t = useTexts(texts)
  if (findings.length === 0) {
    return (
      <Alert color="green" icon={<IconCheck size={18} />} p="xs">
        {t.publishing.ready}
      </Alert>
    )
  }
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t.publishing.worth} p="xs">
      <List size="sm">
        {findings.map(({ check, count }) => (
          <List.Item key={check}>{t.checks[check](count)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

export function useFindings(draft: ArticleDraft): Finding[] {
  const { values } = draft
  return useMemo(() => {
    const { blocks } = values
    return checksBefore({
      title: textOf(values.title),
      content: textOf(values.content),
      format: formatIn(values),
      hasCover: coverOf(values) !== '',
      hasBlocks: Array.isArray(blocks) && blocks.length > 0,
      origin: location.origin,
    })
  }, [values])
}
