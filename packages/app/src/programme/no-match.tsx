/** @jsxImportSource preact */
import { useApp, useHref } from '../app-context.ts'
import { type Programme, programmeOf } from '../data/programme.ts'
import { wantedBy } from '../data/programme-filter.ts'
import { formatDay } from '../format.ts'
import type { ChosenValue } from './filter-chips.tsx'

interface Props {
  chosen: ChosenValue[]
  day: string
  counts: Map<string, number>
}

/** Says which filter hides everything, and on which other day there is something. */
export function NoMatch({ chosen, day, counts }: Props) {
  const { data, locale, route, t } = useApp()
  const href = useHref()
  const { count, without, onDay } = t.filtering
  const programme = programmeOf(data)
  const fewer = chosen
    .map((one) => ({ ...one, found: countOn(programme, day, wantedBy(data, one.filter, locale)) }))
    .filter(({ found }) => found > 0)
  const others = [...counts].filter(([other, found]) => other !== day && found > 0)
  return (
    <div class="mq-block">
      <p class="mq-quiet">{t.noMatch}</p>
      <ul class="mq-ways">
        {fewer.map(({ label, query, found }, index) => (
          <li key={index}>
            <a class="mq-see-all" href={href({ screen: 'programme', day, query })}>
              {without(label, count(found))}
            </a>
          </li>
        ))}
        {others.map(([other, found]) => (
          <li key={other}>
            <a class="mq-see-all" href={href({ screen: 'programme', day: other, query: route.query ?? {} })}>
              {onDay(formatDay(other, locale), count(found))}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const countOn = ({ byDay }: Programme, day: string, isWanted: ReturnType<typeof wantedBy>): number =>
  (byDay.get(day) ?? []).filter(({ session }) => isWanted(session)).length
