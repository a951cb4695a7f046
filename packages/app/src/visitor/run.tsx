/** @jsxImportSource preact */
import { hydrate, render } from 'preact'
import type { Route } from '../address.ts'
import { AppView } from '../app.tsx'
import type { App } from '../app-context.ts'
import { programmeOf } from '../data/programme.ts'
import { search } from '../data/search.ts'
import { collectRules, sheetSink } from '../look/rules.ts'
import type { Texts } from '../texts/en.ts'
import { noAnalytics, startAnalytics } from './analytics.ts'
import { newsOf } from './changes.ts'
import { tickByMinute } from './clock.ts'
import { saveContent } from './content.ts'
import { positionBeforeReload } from './history.ts'
import type { Local } from './local.ts'
import { nextTask } from './next-task.ts'
import { type Opened, siteOf } from './open-content.ts'
import type { PageState } from './page-state.ts'
import { createPerson } from './person.ts'
import { asksNotToTrack } from './privacy.ts'
import { describePage, startRouter } from './router.ts'
import { watchSearches } from './searches.ts'
import { type Store, stored } from './store.ts'
import { startSync } from './sync.ts'
import { applyTheme } from './theme.ts'
import type { WorkerLink } from './worker.ts'

interface Parts {
  root: HTMLElement
  state: PageState
  local: Local
  store: Store
  worker: WorkerLink | undefined
  opened: Opened
  t: Texts
}

/** Runs the app in a page: takes the page over, then keeps it up to date. */
export async function run({ root, state, local, store, worker, opened, t }: Parts): Promise<void> {
  const { api, base, preview, nowMs } = state
  const { kept, ...located } = opened
  const rendered: App = { ...located, t, nowMs, visitor: undefined, isPreview: false, api }
  let app = rendered
  let isTakenOver = false
  const show = (change: Partial<App>) => {
    app = { ...app, ...change }
    if (isTakenOver) render(<AppView app={app} />, root)
  }
  const analytics = preview !== undefined || asksNotToTrack() ? noAnalytics : startAnalytics(api, local)
  const person = createPerson({
    ...{ api, base, local, store, analytics, data: () => app.data, locale: () => app.locale },
    shown: () => viewed(app.route),
    onChange: () => show({ visitor: person.visitor() }),
  })
  const keepShell = () => {
    const { locale, site } = app
    worker?.send({ type: 'keep', path: `${base}${locale === site.main ? '' : `/${locale}`}/shell` })
  }
  const keep = async () => {
    if (preview !== undefined || !(await saveContent(store, app.data))) return
    const { main, locales } = app.site
    await store.set(stored.site, { base, api, main, locales, isMeasured: !asksNotToTrack() })
    keepShell()
  }

  collectRules(sheetSink(document))
  applyTheme(app)
  await nextTask()
  // Most screens need it, and computing it takes as long as hydrating one.
  programmeOf(rendered.data)
  await nextTask()
  const isSame = state.cursor === rendered.data.cursor
  const pieces = isSame ? takeOver(root, rendered) : clear(root)
  isTakenOver = true
  if (isSame) await nextTask()
  const position = positionBeforeReload()
  show({ visitor: person.visitor(), nowMs: Date.now() })
  describePage(app)
  for (const hydratePiece of pieces) {
    await nextTask()
    hydratePiece()
  }
  if (position > 0) scrollTo(0, position)
  await nextTask()

  const sync = startSync({
    ...{ api, preview, current: () => app.data },
    onNews(data) {
      const news = newsOf(app.data, data, person.visitor().favorites, app)
      const isRestyled = data.broadcast !== app.data.broadcast
      show({ data, site: siteOf(state, data) })
      applyTheme(app)
      describePage(app)
      person.tell(news)
      if (isRestyled) worker?.send({ type: 'refresh' })
      void keep().catch(() => {})
    },
    onReach: person.reach,
    onGone() {
      for (const name of [stored.content, stored.site]) void store.delete(name).catch(() => {})
      void worker?.remove().catch(() => {})
    },
  })
  const router = startRouter({
    ...{ site: () => app.site, app: () => app, refresh: () => sync.ask('asked') },
    show(change) {
      const isOther = change.locale !== app.locale
      show(change)
      if (!isOther) return
      person.speak(app.locale)
      keepShell()
    },
    onOpened: (route) => analytics.record('page.viewed', viewed(route)),
  })
  analytics.record('page.viewed', viewed(app.route))
  watchSearches(
    (text) => search(app.data, text, app.locale).length > 0,
    (text) => analytics.record('search.empty', { text }),
  )
  worker?.onMessage(({ type, url }) => {
    if (type === 'open' && url !== undefined) void router.open(new URL(url, location.href))
    if (type === 'sync') void sync.ask('asked')
  })
  tickByMinute((now) => show({ nowMs: now }))
  if (kept && kept.cursor !== app.data.cursor) person.tell(newsOf(kept, app.data, person.visitor().favorites, app))
  if (kept?.cursor === app.data.cursor) keepShell()
  else void keep().catch(() => {})
  // The shell showed the content of the last visit.
  if (state.cursor === undefined) void sync.ask('asked')
}

/** Hydrates a page of the same content, and returns the steps that hydrate its pieces. */
function takeOver(root: HTMLElement, app: App): (() => void)[] {
  const pieces: (() => void)[] = []
  hydrate(<AppView app={{ ...app, later: (step) => pieces.push(step) }} />, root)
  return pieces
}

/** A page of another version is drawn anew, within one frame. */
function clear(root: HTMLElement): [] {
  root.textContent = ''
  return []
}

const viewed = (route: Route): Record<string, string> => ({
  screen: route.screen,
  ...('id' in route && { id: route.id }),
})
