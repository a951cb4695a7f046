/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { calendarOf, type Slot } from '../data/programme.ts'
import { isCancelled } from '../data/session-state.ts'
import { textsIn } from '../data/shown.ts'
import { findAll } from '../data/site-data.ts'
import { formatTime } from '../format.ts'
import { SessionState, SessionTitle } from '../parts/session-state.tsx'

/** A session that runs: its title, its hosts, and how much of it is over. */
export function Running({ slot: { session, startMs, endMs, hasEnd } }: { slot: Slot }) {
  const { data, locale, nowMs, t } = useApp()
  const words = useWords()
  const title = words(session, 'title') || '…'
  const hosts = findAll(data, 'host', textsIn(session.hostIds)).map((host) => words(host, 'title'))
  // Many sessions have the name of their only host.
  const others = hosts.filter((name) => name !== '' && name !== title)
  return (
    <div class="mq-kiosk-running">
      <p class="mq-kiosk-label">{t.nowHere}</p>
      <p class="mq-kiosk-title">
        <SessionTitle session={session} />
      </p>
      <SessionState session={session} />
      {others.length > 0 && <p class="mq-kiosk-hosts">{others.join(', ')}</p>}
      {hasEnd && !isCancelled(session) && (
        <p class="mq-kiosk-progress">
          <progress max={endMs - startMs} value={Math.max(0, nowMs - startMs)} aria-label={title} />
          <span>{t.until(formatTime(endMs, calendarOf(data).timezone, locale))}</span>
        </p>
      )}
    </div>
  )
}
