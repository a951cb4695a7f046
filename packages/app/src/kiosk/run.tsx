/** @jsxImportSource preact */
import { dayOf } from '@marquee/model/time'
import { hydrate, render } from 'preact'
import { siteAt } from '../address.ts'
import { calendarOf } from '../data/programme.ts'
import { emptyData, type SiteData } from '../data/site-data.ts'
import { collectRules, sheetSink } from '../look/rules.ts'
import type { Texts } from '../texts/en.ts'
import { loadTexts } from '../texts/load.ts'
import { type PageState, readPageState } from '../visitor/page-state.ts'
import { applyTheme } from '../visitor/theme.ts'
import { turnAt } from './clock.ts'
import { type Kiosk, readKioskQuery, turnMs } from './kiosk.ts'
import { KioskView } from './kiosk-view.tsx'
import { keepContent } from './refresh.ts'
import { watchPage } from './reload.ts'
import { keepAwake } from './wake-lock.ts'

/** Runs a screen for days. Until the content is there, the page stays as the service rendered it. */
export async function runKiosk(): Promise<void> {
  const root = document.getElementById('app')
  const state = readPageState()
  if (!root || !state) return
  const t = await loadTexts(state.locale)
  let data: SiteData = emptyData
  let lastReachedMs = Date.now()
  let day: string | undefined

  const draw = () => {
    if (data === emptyData) return
    const nowMs = Date.now()
    const isAway = nowMs - lastReachedMs > awayMs
    render(<KioskView {...kioskOf(state, t, data, nowMs)} offlineSinceMs={isAway ? lastReachedMs : undefined} />, root)
  }
  const page = watchPage()
  keepAwake()
  keepContent({
    ...{ api: state.api, preview: state.preview, current: () => data },
    onReached: () => {
      const wasAway = Date.now() - lastReachedMs > awayMs
      lastReachedMs = Date.now()
      if (wasAway) draw()
    },
    onContent(next) {
      if (data === emptyData) takeOver(root, kioskOf(state, t, next, state.nowMs), next.cursor === state.cursor)
      data = next
      applyTheme(kioskOf(state, t, data, Date.now()).app)
      draw()
    },
  })
  turnAt(turnMs, () => {
    draw()
    if (data === emptyData) return
    const { timezone, dayStart } = calendarOf(data)
    const today = dayOf(Date.now(), dayStart, timezone)
    // A browser that starts anew every night runs for months.
    if (day !== undefined && day !== today) page.reloadSoon()
    day = today
  })
}

const kioskOf = ({ api, base, preview }: PageState, t: Texts, data: SiteData, nowMs: number): Kiosk => {
  const site = siteAt(base, data.broadcast, preview)
  const { locale, placeIds } = readKioskQuery(location.search, data, site.locales)
  const app = {
    data,
    site,
    route: { screen: 'now' as const },
    locale,
    t,
    nowMs,
    visitor: undefined,
    isPreview: false,
    api,
  }
  return { app, placeIds }
}

/** A page of the same content is taken over as it is, another is drawn anew. */
function takeOver(root: HTMLElement, kiosk: Kiosk, isSame: boolean): void {
  collectRules(sheetSink(document))
  if (isSame) hydrate(<KioskView {...kiosk} />, root)
  else root.textContent = ''
}

/** How long the service may be away before the screen says so. */
const awayMs = 180_000
