import { Table, Text } from '@mantine/core'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { HourBars } from '../../ui/hour-bars.tsx'
import { Part } from './ranking.tsx'
import { busiest, clockOf, type HourCount, inDayOrder } from './visit-range.ts'
import { texts } from './visit-texts.ts'

interface Props {
  hours: HourCount[]
  dayStart: string
  isTable: boolean
}

/** The views at each hour of a festival day, as bars or as a table. */
export function Hours({ hours, dayStart, isTable }: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const ordered = inDayOrder(hours, dayStart)
  const most = busiest(ordered)
  const sentence = most ? t.busiest(clockOf(most.hour), clockOf(most.hour + 1), number.format(most.count)) : t.noViews
  return (
    <Part title={t.hours} isWide>
      {most && !isTable && <HourBars bars={ordered.map(barOf)} label={sentence} />}
      {most && isTable && <HoursTable hours={ordered.filter(({ count }) => count > 0)} />}
      <Text size={most ? 'xs' : 'sm'} c="dimmed" className="tabular" aria-hidden={most !== undefined && !isTable}>
        {sentence}
      </Text>
    </Part>
  )
}

const barOf = ({ hour, count }: HourCount) => ({ key: String(hour), count, clock: clockOf(hour) })

function HoursTable({ hours }: { hours: HourCount[] }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className="analytics-table hours-table" tabIndex={0} aria-label={t.hours}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.hour}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t.views}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="tabular">
          {hours.map(({ hour, count }) => (
            <Table.Tr key={hour}>
              <Table.Th scope="row" fw={500}>
                {clockOf(hour)}
              </Table.Th>
              <Table.Td ta="end">{number.format(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
