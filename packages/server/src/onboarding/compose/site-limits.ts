import type { SiteNote } from '../read/found.ts'
import type { SiteProgramme, SiteRecord } from './site-programme.ts'

/** The records of a programme that an onboarding writes; the cut ones are reported. An import has no such limits. */
export function limitedProgramme(programme: SiteProgramme): SiteProgramme {
  const notes: SiteNote[] = [...programme.notes]
  const some = (records: SiteRecord[], limit: number, noun: string) => {
    if (records.length > limit)
      notes.push({
        code: `${noun}_cut`,
        message: `The site has ${records.length} ${noun}; ${limit} are taken. Import its programme file to get all of them.`,
      })
    return records.slice(0, limit)
  }
  return {
    categories: some(byUse(programme), 30, 'categories'),
    places: some(programme.places, 500, 'places'),
    hosts: some(programme.hosts, 2_000, 'hosts'),
    sessions: some(programme.sessions, 2_000, 'sessions'),
    articles: some(programme.articles, 50, 'articles'),
    notes,
  }
}

/** The most frequent categories first: those are in the menu. */
function byUse({ categories, sessions }: SiteProgramme): SiteRecord[] {
  const counts = new Map<unknown, number>()
  for (const { fields } of sessions)
    for (const key of [fields.categoryIds ?? []].flat()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return categories.toSorted((a, b) => (counts.get(b.key) ?? 0) - (counts.get(a.key) ?? 0))
}
