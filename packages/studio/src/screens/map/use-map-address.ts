import { useGo, useRecordParam, useSearchValues } from '../../ui/navigation.tsx'
import type { VenueMap } from './pins.ts'

/** The state in the URL: the map, the open place, the filters, and the position of a new place. */
export function useMapAddress(maps: readonly VenueMap[], mapIdOf: (placeId: string) => string | null | undefined) {
  const go = useGo()
  const recordId = useRecordParam()
  const [values, change] = useSearchValues()
  const ownMapId = recordId === undefined ? undefined : mapIdOf(recordId)
  const map = [textIn(values.map), ownMapId].map((id) => maps.find(({ _id }) => _id === id)).find(Boolean) ?? maps[0]
  const search = { ...values, map: map?._id }
  const withoutPoint = { ...search, x: undefined, y: undefined }
  const [x, y] = [numberIn(values.x), numberIn(values.y)]
  return {
    map,
    recordId,
    text: typeof values.q === 'number' ? String(values.q) : (textIn(values.q) ?? ''),
    categoryId: textIn(values.categoryIds),
    point: x !== undefined && y !== undefined ? { x, y } : undefined,
    /** Distinguishes new places at different positions. */
    newName: `${map?._id} ${x} ${y}`,
    change,
    open: (id: string) => void go('map', id, { search: withoutPoint }),
    openNew: (at: { x?: number; y?: number } = {}) => void go('map', 'new', { search: { ...search, ...at } }),
    close: () => void go('map', undefined, { search: withoutPoint }),
    replaceNew: (id: string) => void go('map', id, { search: withoutPoint, replace: true }),
  }
}

export type MapAddress = ReturnType<typeof useMapAddress>

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined)
