/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact'
import { useApp } from '../app-context.ts'
import { nowAndNext, stageOfFestival } from '../data/now.ts'
import { stageOrder } from '../data/places.ts'
import { idOf } from '../data/shown.ts'
import { useLive } from '../use-live.ts'
import { Between } from './between.tsx'
import { pageAt } from './kiosk.ts'
import { PlaceCard } from './place-card.tsx'
import { Stage } from './stage.tsx'

/** The places that something happens at, or what is before, between and after. */
export function KioskPages({ placeIds }: { placeIds: string[] }) {
  const { data, locale, nowMs } = useApp()
  const { state } = stageOfFestival(data, nowMs)
  const order = stageOrder(locale)
  // In an order of their own: places that change theirs with every session would be hard to find.
  const near = nowAndNext(data, nowMs).toSorted((one, other) =>
    one.place && other.place ? order(one.place, other.place) : one.place ? -1 : 1,
  )
  if (state === 'before' || near.length === 0) return <Between state={state} placeIds={placeIds} />
  const [only] = near.length === 1 ? near : []
  const stages = placeIds.length > 0 || !only?.place ? placeIds : [idOf(only.place)]
  if (stages.length > 0) return <Turning most={1} cards={stages.map((id) => <Stage key={id} placeId={id} />)} />
  const cards = near.map((one) => <PlaceCard key={one.place ? idOf(one.place) : ''} {...one} />)
  return <Turning most={mostCards} cards={cards} />
}

/** As many as can be read from afar. */
const mostCards = 4

/** Cards by pages that turn slowly. Without JavaScript all are there, one below the other. */
function Turning({ cards, most }: { cards: ComponentChildren[]; most: number }) {
  const { nowMs, t } = useApp()
  const isLive = useLive()
  const pages = Math.ceil(cards.length / most)
  // Five are three and two rather than four and one.
  const perPage = Math.ceil(cards.length / pages)
  const page = pageAt(nowMs, pages)
  const shown = isLive ? cards.slice(page * perPage, (page + 1) * perPage) : cards
  return (
    <>
      <div key={isLive ? page : 0} class="mq-kiosk-cards" data-count={Math.min(shown.length, perPage)}>
        {shown}
      </div>
      {isLive && pages > 1 && (
        <p class="mq-kiosk-dots">
          <span class="mq-hidden">{t.kiosk.page(page + 1, pages)}</span>
          {Array.from({ length: pages }, (_, index) => (
            <span key={index} data-current={index === page} aria-hidden="true" />
          ))}
        </p>
      )}
    </>
  )
}
