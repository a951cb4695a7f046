import { useLanguage, useTexts } from '../../texts/language.tsx'
import { AnalyticsChart } from './analytics-chart.tsx'
import { AnalyticsTable } from './analytics-table.tsx'
import { topSeries } from './chart.ts'
import { texts } from './texts.ts'
import type { useVisits } from './use-visits.ts'
import { texts as visitTexts } from './visit-texts.ts'
import { VisitFigures, Visits } from './visits.tsx'

const shownTypes = 6

type Data = NonNullable<ReturnType<typeof useVisits>['visits']['data']>

/** The numbers of a range of days, with charts or with tables. */
export default function VisitNumbers({ summary, counts, isTable }: Data & { isTable: boolean }) {
  const t = useTexts(texts)
  return (
    <>
      {summary.visitors.total > 0 && <VisitFigures summary={summary} />}
      {isTable ? (
        <AnalyticsTable days={summary.days} series={topSeries(counts, shownTypes, t.others)} />
      ) : (
        <DailyChart summary={summary} counts={counts} />
      )}
      <Visits summary={summary} isTable={isTable} />
    </>
  )
}

/** Visitors by day. Apps may report other events only: then these, by type. */
function DailyChart({ summary: { days, visitors }, counts }: Data) {
  const t = useTexts(texts)
  const words = useTexts(visitTexts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  if (visitors.total > 0) {
    const series = [{ type: words.visitors, ...visitors }]
    const label = words.chartLabel(number.format(visitors.total), days.length)
    return <AnalyticsChart days={days} series={series} label={label} hasLegend={false} />
  }
  const total = counts.reduce((sum, one) => sum + one.total, 0)
  const label = t.chartLabel(number.format(total), days.length)
  return <AnalyticsChart days={days} series={topSeries(counts, shownTypes, t.others)} label={label} hasLegend />
}
