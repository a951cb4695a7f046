import type { CategoryKey } from '../categories.ts'
import type { Text } from '../text.ts'

/** A row in the tables of hosts. */
export interface Host {
  name: string
  title: string
  category: CategoryKey
  /** `subtitle | description` in each language. */
  text: Text
  /** The media of their portrait, if there is one. */
  portrait?: string
}

export function host(
  name: string,
  title: string,
  category: CategoryKey,
  { portrait, ...text }: Text & { portrait?: string },
): Host {
  return { name, title, category, text, ...(portrait && { portrait }) }
}
