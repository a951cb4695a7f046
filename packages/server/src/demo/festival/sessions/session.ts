import type { CategoryKey } from '../categories.ts'
import type { Text } from '../text.ts'

/** A row in the tables of sessions; there is one table per day. */
export interface Session {
  name: string
  stage: string
  /** `HH:MM-HH:MM`, local time. Times before 06:00 belong to the night of the day before. */
  hours?: string
  category: CategoryKey
  hosts: string[]
  /** `title | description` in each language. */
  text: Text
}

export function session(
  name: string,
  stage: string,
  hours: string,
  category: CategoryKey,
  hosts: string[],
  text: Text,
): Session {
  return { name, stage, hours, category, hosts, text }
}
