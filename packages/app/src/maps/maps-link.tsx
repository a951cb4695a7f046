/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { type GeoPosition, geoOf } from '../data/places.ts'
import type { Shown } from '../data/shown.ts'
import { Icon } from '../parts/icon.tsx'
import { useLive } from '../use-live.ts'

/** A link to a place on the map of the device. */
export function MapsLink({ place }: { place: Shown }) {
  const { data, t } = useApp()
  const title = useWords()(place, 'title')
  const isLive = useLive()
  const at = geoOf(data, place)
  if (!at) return null
  return (
    <div>
      <a class="mq-chip" href={mapsUrl(at, title, isLive ? navigator.userAgent : '')} rel="noopener" target="_blank">
        <Icon name="map-pin" /> {t.inMaps}
      </a>
    </div>
  )
}

/**
 * Apple's devices open their map by its web address, Android any map by a `geo:` URI, which nothing else understands.
 * OpenStreetMap opens everywhere, also without JavaScript.
 */
export function mapsUrl({ latitude, longitude }: GeoPosition, title: string, userAgent: string): string {
  const at = `${latitude},${longitude}`
  const name = encodeURIComponent(title)
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?ll=${at}&q=${name}`
  if (/Android/.test(userAgent)) return `geo:${at}?q=${at}(${name})`
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}
