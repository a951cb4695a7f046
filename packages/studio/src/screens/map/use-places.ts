import { isColor } from '@marquee/app/color'
import { useMemo, useRef } from 'react'
import { useAllRecords } from '../../data/records.ts'
import { folded, nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage } from '../../texts/language.tsx'
import { pinIcon, plainPin } from './pin-icons.tsx'
import { type Pin, type Place, type Position, sortedOut } from './pins.ts'

/** A place as the list shows it. */
export interface ListedPlace extends Omit<Pin, 'position'> {
  position: Position | undefined
}

export type PlaceRecords = ReturnType<typeof usePlaceRecords>
export type Places = ReturnType<typeof usePlaces>

/** All places and categories, as they are stored. */
export function usePlaceRecords() {
  const found = useAllRecords('broadcastInterestPoint', placeQuery)
  const categories = useAllRecords('broadcastCategory', categoryQuery)
  const byId = useMemo(() => new Map(found.records.map((one) => [one._id, one])), [found.records])
  return {
    records: found.records,
    byId,
    categories: categories.records,
    isPending: found.isPending || categories.isPending,
    error: found.error ?? categories.error,
    retry: () => void Promise.all([found.refetch(), categories.refetch()]),
  }
}

/** The places of a map, as pins and as a list, filtered by text and category. */
export function usePlaces(
  stored: PlaceRecords,
  mapId: string | undefined,
  text: string,
  categoryId: string | undefined,
) {
  const { language } = useLanguage()
  const { untitled } = useCommon()
  const { records, byId, categories } = stored
  const categoryById = useMemo(() => new Map(categories.map((one) => [one._id, one])), [categories])
  const known = useRef(new WeakMap<Place, { place: ListedPlace; by: unknown; language: string }>())

  const { placed, unplaced } = useMemo(() => {
    const list = (place: Place): ListedPlace => {
      const cached = known.current.get(place)
      if (cached?.by === categoryById && cached.language === language) return cached.place
      const category = place.categoryIds?.map((id) => categoryById.get(id)).find((one) => one !== undefined)
      const listed: ListedPlace = {
        id: place._id,
        title: nameOf('broadcastInterestPoint', place, language) || untitled,
        position: place.position ?? undefined,
        color: [category?.color, place.color].find(isColor) ?? '#5e5850',
        icon: pinIcon(place.icon) ?? pinIcon(category?.icon) ?? plainPin,
        isDraft: place.status === 'draft',
      }
      known.current.set(place, { place: listed, by: categoryById, language })
      return listed
    }
    const words = folded(text)
    const isWanted = (place: Place) =>
      (categoryId === undefined || place.categoryIds?.includes(categoryId) === true) &&
      (words === '' || folded(list(place).title).includes(words))
    const parts = sortedOut(records.filter(isWanted), mapId ?? '')
    const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
    const inOrder = (some: Place[]) => some.map(list).sort((one, other) => collator.compare(one.title, other.title))
    return { placed: inOrder(parts.placed), unplaced: inOrder(parts.unplaced) }
  }, [records, categoryById, language, untitled, text, categoryId, mapId])

  const pins = useMemo(() => placed.filter((place): place is Pin => place.position !== undefined), [placed])
  return { placed, unplaced, pins, byId, categories }
}

const placeQuery = {
  sort: { title: 'asc' as const },
  fields: ['title', 'status', 'mapId', 'position', 'categoryIds', 'color', 'icon', 'localeDetails', '_updatedAt'],
}
const categoryQuery = { sort: { title: 'asc' as const }, fields: ['title', 'color', 'icon', 'localeDetails'] }
