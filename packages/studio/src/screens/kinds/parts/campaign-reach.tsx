import { SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { AnyRecord } from '@marquee/model'
import { useQuery } from '@tanstack/react-query'
import type { CampaignSummary } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { recordKey } from '../../../data/records.ts'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { HourBars } from '../../../ui/hour-bars.tsx'
import { dateFormats, formatInstant } from '../../../ui/zoned.ts'
import { campaignTexts } from './campaign-texts.ts'

/** What became of a campaign: how many it reached and how many opened it, by language and over the first day. */
export function CampaignReach({ record }: { record: AnyRecord }) {
  const t = useTexts(campaignTexts)
  const { api, id } = useBroadcast()
  const { language } = useLanguage()
  const { data } = useQuery({
    queryKey: [...recordKey(id, 'broadcastCampaign', record._id), 'summary', record.status, record.stats],
    queryFn: () => api.sdk.campaigns.summary(record._id),
    refetchInterval: 30_000,
    placeholderData: (known) => known,
  })
  if (!data) return null
  const number = new Intl.NumberFormat(language)
  const numbers: [string, number][] = [
    [t.addressed, data.addressed],
    [t.delivered, data.delivered],
    [t.failed, data.failed + data.gone],
    [t.opened, data.opened],
  ]
  return (
    <Stack component="section" gap="md" aria-label={t.reach}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} component="dl" m={0}>
        {numbers.map(([label, count]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fz={26} fw={700} className="tabular">
              {number.format(count)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {data.opened === 0 ? (
        <Text size="sm" c="dimmed">
          {t.noneOpened}
        </Text>
      ) : (
        <Openings hours={data.hours} />
      )}
      {data.languages.length > 1 && <Languages languages={data.languages} />}
    </Stack>
  )
}

function Openings({ hours }: Pick<CampaignSummary, 'hours'>) {
  const t = useTexts(campaignTexts)
  const { timezone } = useBroadcast()
  const { language } = useLanguage()
  const most = hours.reduce((known, one) => (one.opened > known.opened ? one : known), { at: '', opened: 0 })
  const clock = (at: string) => formatInstant(at, timezone, language, dateFormats.clock)
  const sentence = most.opened > 0 ? t.most(clock(most.at), new Intl.NumberFormat(language).format(most.opened)) : ''
  return (
    <div>
      <Title order={3} fz="sm" mb={4}>
        {t.hours}
      </Title>
      <HourBars
        bars={hours.map(({ at, opened }) => ({ key: at, count: opened, clock: clock(at) }))}
        label={`${t.hours}. ${sentence}`}
      />
      <Text size="xs" c="dimmed" className="tabular" aria-hidden>
        {sentence}
      </Text>
    </div>
  )
}

function Languages({ languages }: Pick<CampaignSummary, 'languages'>) {
  const t = useTexts(campaignTexts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (
    <Table verticalSpacing={6} className="tabular">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t.language}</Table.Th>
          {[t.delivered, t.failed, t.opened].map((label) => (
            <Table.Th key={label} scope="col" ta="end">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {languages.map(({ locale, delivered, failed, gone, opened }) => (
          <Table.Tr key={locale}>
            <Table.Th scope="row" fw={500}>
              {locale === null ? t.unknown : names.of(locale)}
            </Table.Th>
            <Table.Td ta="end">{number.format(delivered)}</Table.Td>
            <Table.Td ta="end">{number.format(failed + gone)}</Table.Td>
            <Table.Td ta="end">{number.format(opened)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
