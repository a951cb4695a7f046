/** @jsxImportSource preact */
import type { Query } from '../address.ts'
import { useApp, useHref } from '../app-context.ts'
import { filterNames, optionsOf, type ProgrammeFilter, withoutFilters, withValues } from '../data/programme-filter.ts'
import { Icon } from '../parts/icon.tsx'

/** A value of a filter with the address without it. */
export interface ChosenValue {
  label: string
  query: Query
  filter: ProgrammeFilter
}

/** The chosen values, each with what is left without it. */
export function useChosen(filter: ProgrammeFilter): ChosenValue[] {
  const { data, locale, route } = useApp()
  const isAny = filterNames.some((name) => filter.values[name].length > 0)
  const options = isAny ? optionsOf(data, locale) : undefined
  const chosen = filterNames.flatMap((name) =>
    filter.values[name].map((value): ChosenValue => {
      const left = filter.values[name].filter((one) => one !== value)
      return {
        label: options?.[name].find((option) => option.value === value)?.label ?? '…',
        query: withValues(route.query, name, left),
        filter: { ...filter, values: { ...filter.values, [name]: left } },
      }
    }),
  )
  if (filter.text.trim() === '') return chosen
  return [
    ...chosen,
    { label: filter.text.trim(), query: withValues(route.query, 'q', []), filter: { ...filter, text: '' } },
  ]
}

/** The chosen values as links that take them out. */
export function FilterChips({ chosen, day }: { chosen: ChosenValue[]; day: string | undefined }) {
  const { route, t } = useApp()
  const href = useHref()
  if (chosen.length === 0) return null
  return (
    <ul class="mq-chips mq-chosen">
      {chosen.map(({ label, query }, index) => (
        <li key={index}>
          <a
            class="mq-chip"
            href={href({ screen: 'programme', day, query })}
            aria-label={t.filtering.remove(label)}
            data-keep
          >
            {label} <Icon name="x" size={16} />
          </a>
        </li>
      ))}
      <li>
        <a class="mq-see-all" href={href({ screen: 'programme', day, query: withoutFilters(route.query) })} data-keep>
          {t.clear}
        </a>
      </li>
    </ul>
  )
}
