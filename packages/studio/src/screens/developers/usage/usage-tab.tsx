import { Badge, Group, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useRateLimit } from '../../../data/rate-limit.ts'
import { useKindLabel } from '../../../kinds/labels.ts'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Panel } from '../panel.tsx'
import { texts } from './texts.ts'

interface Share {
  used: number
  limit: number | null
}

/** Quotas, the plan, and the remaining requests. */
export default function UsageTab() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { api, id } = useBroadcast()
  const kindLabel = useKindLabel()
  const found = useQuery({ queryKey: ['broadcast', id, 'usage'], queryFn: () => api.usage() })
  const usage = found.data
  const count = (value: number) => new Intl.NumberFormat(language).format(value)
  const bytes = (value: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
      value / 1_048_576,
    )
  // The SDK does not type fields that only media have.
  const media = (usage as { mediaBytes?: Share } | undefined)?.mediaBytes
  return (
    <>
      <Panel
        title={t.title}
        about={t.about}
        actions={
          usage && (
            <Badge size="lg" variant="light" radius="sm" tt="none">
              {t.plan}: {usage.plan}
            </Badge>
          )
        }
      >
        {found.error && <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Rows />}
        {usage && (
          <div className="usage-grid">
            <Tile name={t.apiKeys} share={usage.apiKeys} format={count} />
            <Tile name={t.webhooks} share={usage.webhooks} format={count} />
            <Tile name={t.streams} share={usage.streams} format={count} />
            {media && <Tile name={t.mediaBytes} share={media} format={bytes} />}
          </div>
        )}
      </Panel>
      <RateLimit format={count} />
      {usage && (
        <Panel title={t.records}>
          <div className="usage-grid">
            {Object.entries(usage.records).map(([kind, share]) => (
              <Tile key={kind} name={kindLabel(kind, 'many')} share={share} format={count} />
            ))}
          </div>
          <Text size="sm" c="dimmed" mt="md">
            {t.sequence}: {count(usage.sequence)}. {t.sequenceHint}
          </Text>
        </Panel>
      )}
    </>
  )
}

function Tile({ name, share, format }: { name: string; share: Share; format: (value: number) => string }) {
  const t = useTexts(texts)
  const part = share.limit === null ? 0 : (share.used / Math.max(1, share.limit)) * 100
  return (
    <div className="surface usage-tile">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" c="dimmed" truncate>
          {name}
        </Text>
        {part >= 100 && (
          <Badge color="red" variant="light" radius="sm" tt="none">
            {t.full}
          </Badge>
        )}
      </Group>
      <Text fz="xl" fw={680} className="tabular">
        {format(share.used)}
      </Text>
      {share.limit === null ? (
        <Text size="xs" c="dimmed">
          {t.unbounded}
        </Text>
      ) : (
        <>
          <Progress value={part} color={part > 85 ? 'red' : 'ember'} size={5} mt={4} mb={4} aria-label={name} />
          <Text size="xs" c="dimmed" className="tabular">
            {t.of(format(share.used), format(share.limit))}
          </Text>
        </>
      )}
    </div>
  )
}

function RateLimit({ format }: { format: (value: number) => string }) {
  const t = useTexts(texts)
  const { data: rate, error, refetch } = useRateLimit()
  return (
    <Panel title={t.rateTitle} about={t.rateAbout}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      <div className="surface usage-tile">
        {rate === null && <Text>{t.rateOff}</Text>}
        {rate && (
          <>
            <Group justify="space-between">
              <Text fw={650} className="tabular">
                {t.rateLeft(format(rate.remaining), format(rate.limit))}
              </Text>
              <Text size="sm" c="dimmed" className="tabular">
                {t.rateReset(rate.resetSeconds)}
              </Text>
            </Group>
            <Progress
              value={(rate.remaining / Math.max(1, rate.limit)) * 100}
              color="green"
              size={7}
              my={8}
              aria-label={t.rateTitle}
            />
          </>
        )}
        <Text size="sm" c="dimmed">
          {t.rateHint}
        </Text>
      </div>
    </Panel>
  )
}
