import type { CategoryKey } from '../categories.ts'
import type { Text } from '../text.ts'

/** A row in the tables of places. */
export interface Place {
  name: string
  category: CategoryKey
  /** Pixels of the drawn map, from its top left corner. */
  x: number
  y: number
  /** `title | description` in each language. */
  text: Text
  /** Overrides that of its category. */
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
