import { Table } from '@mantine/core'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { dateFormats, formatInstant } from '../../ui/zoned.ts'
import type { Series } from './chart.ts'
import { texts } from './texts.ts'

/** The numbers of the chart, the newest day first. */
export function AnalyticsTable({ days, series }: { days: string[]; series: Series[] }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const count = new Intl.NumberFormat(language)
  const rows = days.map((day, index) => ({ day, counts: series.map(({ counts }) => counts[index] ?? 0) })).reverse()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className="analytics-table" tabIndex={0} aria-label={t.analytics}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.day}</Table.Th>
            {series.map(({ type }) => (
              <Table.Th key={type} scope="col" ta="end">
                {type}
              </Table.Th>
            ))}
            <Table.Th scope="col" ta="end">
              {t.total}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="tabular">
          {rows.map(({ day, counts }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={500}>
                {formatInstant(`${day}T00:00:00Z`, 'UTC', language, dateFormats.dayYear)}
              </Table.Th>
              {series.map(({ type }, index) => (
                <Table.Td key={type} ta="end">
                  {count.format(counts[index] ?? 0)}
                </Table.Td>
              ))}
              <Table.Td ta="end" fw={600}>
                {count.format(counts.reduce((sum, one) => sum + one, 0))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
