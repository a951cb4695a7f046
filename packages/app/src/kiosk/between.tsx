/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import type { FestivalStage } from '../data/now.ts'
import { wordsOf } from '../data/shown.ts'
import { timedSlots } from './kiosk.ts'
import { Following } from './stage.tsx'

/** Nothing runs: a countdown to the festival, the first sessions of its next day, or thanks after it. */
export function Between({ state, placeIds }: { state: FestivalStage['state']; placeIds: string[] }) {
  const { data, locale, nowMs, t } = useApp()
  const coming = timedSlots(data, placeIds).filter(({ startMs }) => startMs > nowMs)
  const [first] = coming
  const name = wordsOf(data.broadcast, 'name', locale)
  if (state === 'empty') return <Words title={name} text={t.soon} />
  if (!first) return <Words title={name} text={t.kiosk.thanks} />
  return (
    <section class="mq-kiosk-between">
      {state === 'before' ? <Countdown ms={first.startMs - nowMs} /> : <p class="mq-kiosk-pause">{t.nothingNow}</p>}
      <Following slots={coming.slice(0, 4)} />
    </section>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <section class="mq-kiosk-words">
      <h2 class="mq-kiosk-title">{title}</h2>
      <p class="mq-kiosk-pause">{text}</p>
    </section>
  )
}

/** Days, hours and minutes; days only when there are any. */
function Countdown({ ms }: { ms: number }) {
  const { t } = useApp()
  const minutes = Math.ceil(ms / 60_000)
  const parts = [
    { name: t.days, value: Math.floor(minutes / 1_440) },
    { name: t.hours, value: Math.floor(minutes / 60) % 24 },
    { name: t.minutes, value: minutes % 60 },
  ].filter(({ value }, index) => index > 0 || value > 0)
  return (
    <div class="mq-kiosk-countdown">
      <h2 class="mq-kiosk-label">{t.kiosk.begins}</h2>
      <dl>
        {parts.map(({ name, value }) => (
          <div key={name}>
            <dd>{value}</dd>
            <dt>{name}</dt>
          </div>
        ))}
      </dl>
    </div>
  )
}
