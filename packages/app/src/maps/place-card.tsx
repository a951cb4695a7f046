/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp, useHref, useWords } from '../app-context.ts'
import { calendarOf, programmeOf } from '../data/programme.ts'
import { isCancelled } from '../data/session-state.ts'
import { idOf, type Shown, textsIn } from '../data/shown.ts'
import { find } from '../data/site-data.ts'
import { formatTime } from '../format.ts'
import { Icon } from '../parts/icon.tsx'

/** A chosen place on a map: its name, the session that is on or next today, and a link to it. */
export function PlaceCard({ place, onClose }: { place: Shown; onClose: (() => void) | undefined }) {
  const { data, t } = useApp()
  const href = useHref()
  const words = useWords()
  const link = useRef<HTMLAnchorElement>(null)
  const id = idOf(place)
  // Before the card is drawn: keys that follow must reach it.
  useLayoutEffect(() => {
    // Not when the address has chosen it: a page opens at its beginning.
    if (document.activeElement?.matches('.mq-pin')) link.current?.focus({ preventScroll: true })
  }, [id])
  const category = find(data, 'category', textsIn(place.categoryIds)[0])
  const details = [words(category, 'title'), useNextAt(id)].filter(Boolean)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the card wherever in it the focus is
    <div class="mq-place-card" onKeyDown={(event) => event.key === 'Escape' && onClose?.()}>
      <a ref={link} class="mq-place-link" href={href({ screen: 'place', id })}>
        <span class="mq-tile-title">{words(place, 'title') || '…'}</span>
        {details.length > 0 && <span class="mq-tile-detail">{details.join(' · ')}</span>}
        <span class="mq-see-all">{t.mapping.open}</span>
      </a>
      {onClose && (
        <button type="button" class="mq-bar-button" aria-label={t.close} onClick={onClose}>
          <Icon name="x" />
        </button>
      )}
    </div>
  )
}

/** `Now: Title` or `21:30 Title`. */
function useNextAt(placeId: string): string | undefined {
  const { data, locale, nowMs, t } = useApp()
  const words = useWords()
  const slot = programmeOf(data).slots.find(
    (one) => one.placeId === placeId && !one.isAllDay && one.endMs > nowMs && !isCancelled(one.session),
  )
  if (!slot || slot.startMs > nowMs + soonMs) return undefined
  const when = slot.startMs <= nowMs ? `${t.nowHere}:` : formatTime(slot.startMs, calendarOf(data).timezone, locale)
  return `${when} ${words(slot.session, 'title')}`
}

const soonMs = 12 * 3_600_000
