import type { Composing, Composition, Draft } from './drafts.ts'
import { homeOf } from './home.ts'
import { lookOf } from './look.ts'
import { programmeOf } from './programme.ts'
import { articlesOf, pagesOf } from './writings.ts'

/** The records of an app generated from a site. Records that somebody deleted are not created again. */
export function compose(composing: Composing): Composition {
  const isWanted = ({ reference }: Draft) => composing.id(reference) !== undefined
  const wanted = (drafts: Draft[]) => withOwnReferences(drafts).filter(isWanted)
  const { categories, maps, places, hosts, sessions } = programmeOf(composing)
  return {
    categories: wanted(categories),
    maps: wanted(maps),
    places: wanted(places),
    hosts: wanted(hosts),
    sessions: wanted(sessions),
    articles: wanted(articlesOf(composing)),
    // Every page has its own URL.
    pages: pagesOf(composing).filter(({ draft }) => isWanted(draft)),
  }
}

/**
 * References are derived from the content of a site, so two things may get the same one. From the second on a number is
 * appended; without it both would get the same id, and nothing of the site could be written.
 */
function withOwnReferences(drafts: Draft[]): Draft[] {
  const counts = new Map<string, number>()
  return drafts.map((draft) => {
    const count = (counts.get(draft.reference) ?? 0) + 1
    counts.set(draft.reference, count)
    return count === 1 ? draft : { ...draft, reference: `${draft.reference}:${count}` }
  })
}

/** In the order of writing: each refers only to earlier records. */
export const draftsIn = (made: Composition): Draft[] => [
  ...made.categories,
  ...made.maps,
  ...made.places,
  ...made.hosts,
  ...made.sessions,
  ...made.articles,
  ...made.pages.map(({ draft }) => draft),
]

/** The patch of the broadcast itself, written last. */
export function broadcastPatch(composing: Composing, made: Composition): Record<string, unknown> {
  const { site } = composing
  return {
    name: site.name,
    ...(site.shortDescription !== '' && { shortDescription: site.shortDescription }),
    ...(site.description !== '' && { description: site.description }),
    ...(site.type && { type: site.type }),
    ...(site.timeZone && { timezone: site.timeZone }),
    ...(site.language && { defaultLocale: site.language }),
    ...lookOf(composing, made),
    home: homeOf(composing, made),
  }
}
