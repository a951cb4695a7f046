/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useApp, useHref } from '../app-context.ts'
import { Icon } from './icon.tsx'
import { ShareButton } from './share.tsx'

/** Shares the plan by a link, and subscribes to it as a calendar. */
export function PlanActions({ ids }: { ids: string[] }) {
  const { t } = useApp()
  const href = useHref()
  const path = href({ screen: 'plan', query: { of: ids.slice(0, 200).join('.') } })
  return (
    <div class="mq-chips mq-actions">
      <ShareButton title={t.sharedPlan} label={t.sharePlan} url={new URL(path, location.href).href} />
      <CalendarLinks />
    </div>
  )
}

function CalendarLinks() {
  const { t, visitor } = useApp()
  const [hasFailed, setFailed] = useState(false)
  if (!visitor) return null
  const { calendarUrl, makeCalendar } = visitor
  const label = (
    <>
      <Icon name="calendar-plus" /> {t.subscribePlan}
    </>
  )
  if (calendarUrl !== undefined)
    return (
      <>
        <a class="mq-chip" href={calendarUrl.replace(/^https?:/, 'webcal:')} data-stay>
          {label}
        </a>
        <a class="mq-chip" href={calendarUrl} data-stay>
          <Icon name="link" /> {t.calendarAddress}
        </a>
      </>
    )
  if (!makeCalendar || !visitor.isOnline) return null
  return (
    <>
      <button type="button" class="mq-chip" onClick={() => makeCalendar().catch(() => setFailed(true))}>
        {label}
      </button>
      <span role="status">{hasFailed && t.failed}</span>
    </>
  )
}
