import { comparePlaces } from '@marquee/model/place-order'
import { compareWords } from './collator.ts'
import { idOf, type Shown, textsIn, wordsOf } from './shown.ts'
import { find, type SiteData } from './site-data.ts'

/** The places of a category, in their order; the category is undefined for places without one. */
export interface PlaceGroup {
  category: Shown | undefined
  places: Shown[]
}

/** The order of stages: the one that editors have set, then by name. */
export function stageOrder(locale: string): (one: Shown | undefined, other: Shown | undefined) => number {
  const compare = compareWords(locale)
  const order = comparePlaces<Shown>((one, other) =>
    compare(wordsOf(one, 'title', locale), wordsOf(other, 'title', locale)),
  )
  return (one, other) => order(one ?? {}, other ?? {})
}

/** Places by their first category, the categories by title. */
export function groupPlaces(data: SiteData, places: Shown[], locale: string): PlaceGroup[] {
  const groups = Map.groupBy(places, (place) => textsIn(place.categoryIds).find((id) => find(data, 'category', id)))
  const compare = compareWords(locale)
  const titleOf = ({ category }: PlaceGroup) => wordsOf(category, 'title', locale)
  return [...groups]
    .map(([id, ofCategory]) => ({ category: find(data, 'category', id), places: ofCategory }))
    .sort((one, other) =>
      one.category && other.category ? compare(titleOf(one), titleOf(other)) : one.category ? -1 : 1,
    )
}

/** The places of a category; all without one. */
export const placesIn = (places: Shown[], categoryId: string | undefined): Shown[] =>
  categoryId === undefined ? places : places.filter(({ categoryIds }) => textsIn(categoryIds).includes(categoryId))

export interface GeoPosition {
  latitude: number
  longitude: number
}

/** The position of a place on a map of the world; undefined on a drawn one. */
export function geoOf(data: SiteData, place: Shown): GeoPosition | undefined {
  const { x, y } = Object(place.position)
  const isGeo = find(data, 'map', place.mapId)?.type === 'geo' && typeof x === 'number' && typeof y === 'number'
  return isGeo && Math.abs(x) <= 180 && Math.abs(y) <= 90 ? { latitude: y, longitude: x } : undefined
}

/** The nearest first; places without a position last. */
export function byDistance(data: SiteData, places: Shown[], from: GeoPosition): { place: Shown; meters: number }[] {
  return places
    .map((place) => {
      const at = geoOf(data, place)
      return { place, meters: at ? metersBetween(from, at) : Infinity }
    })
    .sort((one, other) => one.meters - other.meters || (idOf(one.place) < idOf(other.place) ? -1 : 1))
}

/** The distance on a sphere, which is exact to half a percent. */
export function metersBetween(one: GeoPosition, other: GeoPosition): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const share = half(to - from) + Math.cos(from) * Math.cos(to) * half(radians(other.longitude - one.longitude))
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(share)))
}

/** `350 m`, `2.4 km` in the way of the language. */
export function formatDistance(meters: number, locale: string): string {
  const isNear = meters < 950
  const value = isNear ? Math.max(10, Math.round(meters / 10) * 10) : meters / 1_000
  const unit = isNear ? 'meter' : 'kilometer'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}
