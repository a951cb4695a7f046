/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useApp, useHref, useWords } from '../app-context.ts'
import { byDistance, formatDistance, type GeoPosition, geoOf, groupPlaces, placesIn } from '../data/places.ts'
import { idOf, type Shown } from '../data/shown.ts'
import { Icon } from '../parts/icon.tsx'
import { RecordTile, TileList } from '../parts/tile.tsx'
import { useLive } from '../use-live.ts'

/** Places by category, or by their distance once the visitor asks for it. */
export function PlaceList({ places }: { places: Shown[] }) {
  const { data, locale, route, t } = useApp()
  const words = useWords()
  const { position, isAsked, ask } = usePosition()
  const shown = placesIn(places, route.query?.category)
  const hasPositions = places.some((place) => geoOf(data, place))
  return (
    <>
      <CategoryChips places={places} />
      {hasPositions && <NearbyButton position={position} isAsked={isAsked} ask={ask} />}
      {typeof position === 'object' ? (
        <Nearby places={shown} from={position} />
      ) : (
        groupPlaces(data, shown, locale).map(({ category, places: ofCategory }) => (
          <section key={category ? idOf(category) : ''} class="mq-block">
            <h2 class="mq-heading">{words(category, 'title') || t.mapping.others}</h2>
            <TileList kind="place" records={ofCategory} />
          </section>
        ))
      )}
      {shown.length === 0 && <p class="mq-quiet">{t.emptyList}</p>}
    </>
  )
}

/** Filters by category, on the map, too. */
function CategoryChips({ places }: { places: Shown[] }) {
  const { data, locale, route, t } = useApp()
  const href = useHref()
  const words = useWords()
  const chosen = route.query?.category
  const groups = groupPlaces(data, places, locale).flatMap(({ category }) => (category ? [category] : []))
  if (groups.length < 2) return null
  const { category: _, ...query } = route.query ?? {}
  const chips = [
    { label: t.all, value: undefined },
    ...groups.map((category) => ({ label: words(category, 'title'), value: idOf(category) })),
  ]
  return (
    <ul class="mq-chips mq-scrolling">
      {chips.map(({ label, value }) => (
        <li key={value ?? ''}>
          <a
            class="mq-chip"
            href={href({ ...route, query: value === undefined ? query : { ...query, category: value } })}
            aria-current={value === chosen ? 'true' : undefined}
            data-keep
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

type Position = GeoPosition | 'unavailable' | undefined

/** The position of the device. It is asked for by a button alone, and never leaves the device. */
function usePosition() {
  const [position, setPosition] = useState<Position>()
  const [isAsked, setAsked] = useState(false)
  const ask = () => {
    setAsked(true)
    const give = (found: Position) => {
      setAsked(false)
      setPosition(found)
    }
    if (!navigator.geolocation) give('unavailable')
    else
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => give({ latitude: coords.latitude, longitude: coords.longitude }),
        () => give('unavailable'),
        { timeout: 20_000, maximumAge: 60_000 },
      )
  }
  return { position, isAsked, ask }
}

function NearbyButton({ position, isAsked, ask }: ReturnType<typeof usePosition>) {
  const { t } = useApp()
  if (!useLive()) return null
  return (
    <div class="mq-block">
      <div>
        <button type="button" class="mq-chip" onClick={ask} aria-pressed={typeof position === 'object'}>
          <Icon name="map-pin" /> {t.nearby}
        </button>
      </div>
      <p role="status" class="mq-quiet">
        {isAsked ? t.mapping.locate : position === 'unavailable' ? t.mapping.noPosition : ''}
      </p>
    </div>
  )
}

function Nearby({ places, from }: { places: Shown[]; from: GeoPosition }) {
  const { data, locale, t } = useApp()
  return (
    <ul class="mq-list" data-format="list">
      {byDistance(data, places, from).map(({ place, meters }) => (
        <li key={idOf(place)}>
          <RecordTile
            kind="place"
            record={place}
            isWide
            note={Number.isFinite(meters) ? t.distance(formatDistance(meters, locale)) : undefined}
          />
        </li>
      ))}
    </ul>
  )
}
