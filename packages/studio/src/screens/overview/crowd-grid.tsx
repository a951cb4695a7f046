import { SegmentedControl, Select, Text } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { type CrowdDay, crowdDays } from './crowd.ts'
import { Part } from './ranking.tsx'
import type { Summary } from './use-visits.ts'
import { clockOf } from './visit-range.ts'
import { texts } from './visit-texts.ts'

const fewDays = 5

/** How many visitors have starred what takes place on each stage in each hour of a day. */
export function CrowdGrid({ crowd, dayStart }: Pick<Summary, 'crowd' | 'dayStart'>) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const days = crowdDays(crowd, dayStart)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = days.find(({ day }) => day === chosen) ?? days[0]
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const choices = days.map(({ day }) => ({ value: day, label: format.format(Date.parse(day)) }))
  return (
    <Part title={t.crowd} isWide>
      <Text size="sm" c="dimmed" mb={8}>
        {shown ? t.crowdHint : t.noCrowd}
      </Text>
      {shown && days.length > 1 && days.length <= fewDays && (
        <SegmentedControl size="xs" aria-label={t.day} value={shown.day} onChange={setChosen} data={choices} mb={8} />
      )}
      {shown && days.length > fewDays && (
        <Select
          size="xs"
          aria-label={t.day}
          w={180}
          value={shown.day}
          onChange={setChosen}
          data={choices}
          allowDeselect={false}
          mb={8}
        />
      )}
      {shown && <Grid {...shown} />}
    </Part>
  )
}

function Grid({ hours, places }: CrowdDay) {
  const t = useTexts(texts)
  const { untitled } = useCommon()
  const most = Math.max(1, ...places.flatMap(({ counts }) => [...counts.values()]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <fieldset className="crowd" tabIndex={0} aria-label={t.crowd}>
      <table className="tabular">
        <thead>
          <tr>
            <th scope="col">{t.stage}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {clockOf(hour)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(({ id, title, counts }) => (
            <tr key={id}>
              <th scope="row">{title || untitled}</th>
              {hours.map((hour) => {
                const count = counts.get(hour)
                return (
                  <td
                    key={hour}
                    style={{ '--crowd': (count ?? 0) / most } as CSSProperties}
                    data-empty={count === undefined || undefined}
                  >
                    {count ?? ''}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}
