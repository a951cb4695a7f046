/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { clashesIn, programmeOf, type Slot } from '../data/programme.ts'
import { idOf } from '../data/shown.ts'
import { formatDay } from '../format.ts'
import { Icon } from './icon.tsx'
import { SessionRow } from './session-row.tsx'
import { TileList } from './tile.tsx'

/** Some sessions of the programme by day, then those without a date. */
export function PlanDays({ ids, withClashes = false }: { ids: readonly string[]; withClashes?: boolean }) {
  const { data, locale, t } = useApp()
  const wanted = new Set(ids)
  const programme = programmeOf(data)
  const slots = programme.slots.filter(({ id }) => wanted.has(id))
  const undated = programme.undated.filter((session) => wanted.has(idOf(session)))
  const clashes = withClashes ? clashesIn(slots) : new Map<string, Slot[]>()
  return (
    <>
      {[...Map.groupBy(slots, ({ day }) => day)].map(([day, ofDay]) => (
        <section key={day} class="mq-block">
          <h2 class="mq-heading">{formatDay(day, locale)}</h2>
          <ul class="mq-rows">
            {ofDay.map((slot) => (
              <li key={slot.id}>
                <SessionRow slot={slot} />
                <Clashes others={clashes.get(slot.id) ?? []} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {undated.length > 0 && (
        <section class="mq-block">
          <h2 class="mq-heading">{t.timeToCome}</h2>
          <TileList kind="session" records={undated} />
        </section>
      )}
    </>
  )
}

function Clashes({ others }: { others: Slot[] }) {
  const { t } = useApp()
  const words = useWords()
  if (others.length === 0) return null
  return (
    <p class="mq-clash">
      <Icon name="alert-triangle" size={16} />{' '}
      {t.clash(others.map(({ session }) => words(session, 'title')).join(', '))}
    </p>
  )
}
