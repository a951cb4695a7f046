import type { CategoryKey } from '../categories.ts'
import type { Text } from '../text.ts'

/** A row of the tables of places. */
export interface Place {
  name: string
  category: CategoryKey
  /** Pixels of the drawn map, from its top left corner. */
  x: number
  y: number
  /** `title | description` in each language. */
  text: Text
  /** Instead of the one its category has. */
  icon?: string
}

export function place(
  name: string,
  category: CategoryKey,
  [x, y]: [number, number],
  { icon, ...text }: Text & { icon?: string },
): Place {
  return { name, category, x, y, text, ...(icon && { icon }) }
}
