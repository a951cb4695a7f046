import type { EventFound } from './found.ts'

/**
 * Gives each event of a calendar its own key. A UID should be unique, but calendars repeat it: then the start is added, then the
 * title, then a number. The first two do not depend on the order in the file, and past events that a calendar drops do not affect
 * the others as long as two share the UID, so the same event keeps its key.
 */
export function withOwnKeys(events: EventFound[]): EventFound[] {
  const byStart = separated(events, ({ key, start }) => `${key} ${start}`)
  const byTitle = separated(byStart, ({ key, title }) => `${key} ${title}`)
  const counts = new Map<string, number>()
  return byTitle.map((event) => {
    const count = (counts.get(event.key) ?? 0) + 1
    counts.set(event.key, count)
    return count === 1 ? event : { ...event, key: `${event.key} #${count}` }
  })
}

/** Extends the keys of events that share one. */
function separated(events: EventFound[], longerKey: (event: EventFound) => string): EventFound[] {
  const counts = new Map<string, number>()
  for (const { key } of events) counts.set(key, (counts.get(key) ?? 0) + 1)
  return events.map((event) => ((counts.get(event.key) ?? 0) > 1 ? { ...event, key: longerKey(event) } : event))
}
