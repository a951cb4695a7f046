import type { CategoryKey } from '../categories.ts'
import type { Text } from '../text.ts'

/** A row in the tables of hosts. */
export interface Host {
  name: string
  title: string
  category: CategoryKey
  /** `subtitle | description` in each language. */
  text: Text
}

export function host(name: string, title: string, category: CategoryKey, text: Text): Host {
  return { name, title, category, text }
}
