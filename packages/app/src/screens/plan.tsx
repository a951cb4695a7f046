/** @jsxImportSource preact */
import { useApp, useHref } from '../app-context.ts'
import { find } from '../data/site-data.ts'
import { Icon } from '../parts/icon.tsx'
import { PlanActions } from '../parts/plan-actions.tsx'
import { PlanDays } from '../parts/plan-days.tsx'
import { Star } from '../parts/star.tsx'

/** The starred sessions by day; at an address with `of`, those of somebody else. */
export function PlanScreen() {
  const { route, visitor } = useApp()
  if (route.query?.of) return <SharedPlan ids={idsIn(route.query.of)} />
  return visitor ? <OwnPlan favorites={[...visitor.favorites]} /> : <PlanToCome />
}

/** The service does not know whose plan it is: the script shows it, at once. */
function PlanToCome() {
  const { t } = useApp()
  return (
    <div class="mq-content">
      <h1 class="mq-title">{t.plan}</h1>
      <p class="mq-quiet mq-without-script">{t.planNeedsScript}</p>
    </div>
  )
}

function OwnPlan({ favorites }: { favorites: string[] }) {
  const { data, t } = useApp()
  const href = useHref()
  const gone = favorites.filter((id) => !find(data, 'session', id))
  return (
    <div class="mq-content">
      <h1 class="mq-title">{t.plan}</h1>
      {favorites.length === 0 && (
        <>
          <p class="mq-quiet">{t.emptyPlan}</p>
          <p>
            <a class="mq-button mq-button-filled" href={href({ screen: 'programme' })}>
              {t.programme}
            </a>
          </p>
        </>
      )}
      <PlanDays ids={favorites} withClashes />
      <Gone ids={gone} />
      {favorites.length > gone.length && <PlanActions ids={favorites.filter((id) => !gone.includes(id))} />}
    </div>
  )
}

/** Starred sessions that are no longer public. They can come back, so the visitor removes them. */
function Gone({ ids }: { ids: string[] }) {
  const { t, visitor } = useApp()
  if (ids.length === 0) return null
  return (
    <section class="mq-block">
      <h2 class="mq-heading">{t.gone}</h2>
      <ul class="mq-rows">
        {ids.map((id) => {
          const title = visitor?.favoriteTitles[id] || '…'
          return (
            <li key={id} class="mq-row mq-gone">
              <s>{title}</s>
              <Star id={id} title={title} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function SharedPlan({ ids }: { ids: string[] }) {
  const { data, t, visitor } = useApp()
  const href = useHref()
  const known = ids.filter((id) => find(data, 'session', id))
  const isKept = known.every((id) => visitor?.favorites.has(id))
  return (
    <div class="mq-content">
      <h1 class="mq-title">{t.sharedPlan}</h1>
      {known.length === 0 && <p class="mq-quiet">{t.nothingYet}</p>}
      {known.length > 0 && visitor && (
        <div class="mq-chips" role="status">
          {isKept ? (
            <p>
              {t.planKept}{' '}
              <a class="mq-see-all" href={href({ screen: 'plan' })}>
                {t.plan}
              </a>
            </p>
          ) : (
            <button type="button" class="mq-button mq-button-filled" onClick={() => visitor.addFavorites(known)}>
              <Icon name="star" /> {t.keepPlan}
            </button>
          )}
        </div>
      )}
      <PlanDays ids={known} />
    </div>
  )
}

const idsIn = (text: string): string[] =>
  [...new Set(text.split('.').filter((id) => /^[\da-f]{24}$/.test(id)))].slice(0, 200)
