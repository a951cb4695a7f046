/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { Query } from '../address.ts'
import { queryOf } from '../address.ts'
import { useApp, useHref } from '../app-context.ts'
import {
  type FilterName,
  type FilterOption,
  filterNames,
  optionsOf,
  type ProgrammeFilter,
} from '../data/programme-filter.ts'
import { follow } from '../follow.ts'
import { Icon } from '../parts/icon.tsx'
import { useLive } from '../use-live.ts'

interface Props {
  day: string | undefined
  filter: ProgrammeFilter
  /** The search as it is typed. */
  onSearch(text: string): void
}

/** Search and filters. Without JavaScript it is a form that the server answers; with it, a change applies at once. */
export function Filters({ day, filter, onSearch }: Props) {
  const { data, locale, route, site, t } = useApp()
  const href = useHref()
  const isLive = useLive()
  const options = optionsOf(data, locale)
  const chosen = filterNames.reduce((count, name) => count + filter.values[name].length, 0)
  const apply = (form: HTMLFormElement) => {
    // biome-ignore lint/suspicious/noExplicitAny: this form has no files, and so its values are texts
    const { preview: _, ...query } = queryOf(new URLSearchParams(new FormData(form) as any))
    const target = href({ screen: 'programme', day, query })
    if (target !== href({ ...route, screen: 'programme', day, query: route.query ?? {} })) follow(form, target)
  }
  return (
    <search>
      <form
        class="mq-programme-form"
        action={href({ screen: 'programme', day }).replace(/\?.*/, '')}
        onChange={(event) => apply(event.currentTarget)}
        onSubmit={(event) => {
          event.preventDefault()
          apply(event.currentTarget)
        }}
      >
        <Kept query={{ view: route.query?.view, preview: site.preview }} />
        <div class="mq-search">
          <Icon name="search" />
          <input
            type="search"
            name="q"
            value={filter.text}
            placeholder={t.filtering.search}
            aria-label={t.filtering.search}
            autoComplete="off"
            enterkeyhint="search"
            onInput={(event) => onSearch(event.currentTarget.value)}
          />
        </div>
        <details class="mq-filters">
          <summary class="mq-chip">
            <Icon name="filter" /> <span class="mq-filters-name">{t.filters}</span>
            {chosen > 0 && <strong>{chosen}</strong>}
          </summary>
          <div class="mq-filter-groups">
            {(['category', 'stage', 'language'] as const).map((name) => (
              <Choices key={name} name={name} options={options[name]} chosen={filter.values[name]} />
            ))}
            <Hosts options={options.host} chosen={filter.values.host} />
            {!isLive && (
              <button type="submit" class="mq-button mq-button-filled">
                {t.apply}
              </button>
            )}
          </div>
        </details>
      </form>
    </search>
  )
}

/** Values that the form repeats. */
function Kept({ query }: { query: Record<string, string | undefined> }) {
  return (
    <>
      {Object.entries(query as Query).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  )
}

interface ChoicesProps {
  options: FilterOption[]
  chosen: string[]
}

function Choices({ name, options, chosen }: ChoicesProps & { name: FilterName }) {
  const { t } = useApp()
  if (options.length === 0) return null
  return (
    <Group title={t[name]}>
      {options.map(({ value, label }) => (
        <label key={value} class="mq-check">
          <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} />
          {label}
        </label>
      ))}
    </Group>
  )
}

/** There may be hundreds of hosts, so they are a list to choose from, which adds to those that were chosen before. */
function Hosts({ options, chosen }: ChoicesProps) {
  const { t } = useApp()
  if (options.length === 0) return null
  return (
    <Group title={t.host}>
      {chosen.map((value) => (
        <input key={value} type="hidden" name="host" value={value} />
      ))}
      <select key={chosen.join()} class="mq-select" name="host" aria-label={t.host}>
        <option value="">{t.choose}</option>
        {options
          .filter(({ value }) => !chosen.includes(value))
          .map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </select>
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <fieldset class="mq-filter-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
