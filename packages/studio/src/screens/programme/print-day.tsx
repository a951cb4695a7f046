import { Portal } from '@mantine/core'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { usePrinting } from '../../ui/printing.ts'
import type { Column } from './columns.ts'
import { formatDay } from './days.ts'
import { byHour, type Entry } from './entries.ts'
import { texts } from './texts.ts'
import './print-day.css'

interface Props {
  day: string
  entries: Entry[]
  columns: readonly Column[]
}

/** The day on paper, with drafts: the grid does not fit a page. It is drawn only while the browser prints. */
export function PrintDay(props: Props) {
  return usePrinting() && <DayOnPaper {...props} />
}

function DayOnPaper({ day, entries, columns }: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  return (
    <Portal reuseTargetNode={false} className="print-day">
      <h1>{formatDay(day, language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</h1>
      <table>
        <tbody>
          {byHour(entries).flatMap(([, inHour]) =>
            inHour.map((entry) => (
              <tr key={entry.id}>
                <td className="tabular">{entry.isAllDay ? t.allDay : entry.times}</td>
                <td>{entry.isCancelled ? <s>{entry.title}</s> : entry.title}</td>
                <td>{titles.get(entry.columnId)}</td>
                <td>{entry.isCancelled ? t.cancelled : entry.isDraft ? t.draft : ''}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </Portal>
  )
}
