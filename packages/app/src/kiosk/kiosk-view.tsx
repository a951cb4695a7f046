/** @jsxImportSource preact */
import { dayOf } from '@marquee/model/time'
import { AppContext, useApp } from '../app-context.ts'
import { calendarOf } from '../data/programme.ts'
import { type Shown, wordsOf } from '../data/shown.ts'
import { formatDay, formatTime } from '../format.ts'
import { isDark } from '../look/color.ts'
import { lookOf } from '../look/look.ts'
import { Picture } from '../parts/picture.tsx'
import { directionOf } from '../texts/load.ts'
import { useLive } from '../use-live.ts'
import type { Kiosk } from './kiosk.ts'
import { KioskPages } from './pages.tsx'

/** The whole screen: festival and clock above, then the places. It is in the theme's own colors, whatever the device prefers. */
export function KioskView({ app, placeIds, offlineSinceMs }: Kiosk) {
  const background = lookOf(app.data.broadcast, 'own')['--app-background'] ?? '#ffffff'
  return (
    <AppContext.Provider value={app}>
      <div
        class="mq-app mq-kiosk"
        lang={app.locale}
        dir={directionOf(app.locale)}
        data-scheme={isDark(background) ? 'dark' : 'light'}
        data-live={useLive()}
      >
        <Top offlineSinceMs={offlineSinceMs} />
        <main class="mq-kiosk-main">
          <KioskPages placeIds={placeIds} />
        </main>
      </div>
    </AppContext.Provider>
  )
}

function Top({ offlineSinceMs }: { offlineSinceMs: number | undefined }) {
  const { data, locale, nowMs, t } = useApp()
  const { broadcast } = data
  const { timezone } = calendarOf(data)
  const logo: unknown = (Object(broadcast.theme) as Shown).logo ?? Object(broadcast.appBar).logo
  return (
    <header class="mq-kiosk-top">
      {logo ? <Picture value={logo} class="mq-kiosk-logo" fit="contain" isDecorative isFirst /> : null}
      <h1 class="mq-kiosk-name">{wordsOf(broadcast, 'name', locale)}</h1>
      {offlineSinceMs !== undefined && (
        <p class="mq-kiosk-offline">{t.kiosk.offlineSince(formatTime(offlineSinceMs, timezone, locale))}</p>
      )}
      <p class="mq-kiosk-clock">
        <span>{formatDay(dayOf(nowMs, '00:00', timezone), locale)}</span>
        <time dateTime={new Date(nowMs).toISOString()}>{formatTime(nowMs, timezone, locale)}</time>
      </p>
    </header>
  )
}
