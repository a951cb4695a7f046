import { isPlain, type Values } from '../../data/merge.ts'

/** The slots of the bottom bar, from the left. */
export const barPlaces = ['homeTile', 'firstTile', 'secondTile', 'thirdTile', 'fourthTile'] as const

/** The tiles of a bar as a list, without empty slots. */
export function tilesOf(bar: Values): Values[] {
  return barPlaces.flatMap((place) => (isPlain(bar[place]) ? [bar[place]] : []))
}

/** The bar with these tiles in its slots, from the left; the rest is empty. */
export function withTiles(bar: Values, tiles: readonly Values[]): Values {
  const placed = barPlaces.map((place, index) => {
    const tile = tiles[index]
    return [place, tile ? { ...tile, bottomBarIndex: index } : null]
  })
  return { ...bar, ...Object.fromEntries(placed) }
}
