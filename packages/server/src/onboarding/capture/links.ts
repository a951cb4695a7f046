import { isSameSite, pageKey } from '../addresses.ts'
import type { LinkFound } from '../read/found.ts'
import { isBeside, topicOf } from './topics.ts'

/** The pages of a site to read next, the most relevant first. */
export function choosePages(homeUrl: string, links: LinkFound[], known: string[], limit: number): string[] {
  const seen = new Set([homeUrl, ...known].map(pageKey))
  const wanted: { url: string; worth: number }[] = []
  for (const { url, label, isMain } of links) {
    const key = pageKey(url)
    if (seen.has(key) || !isSameSite(url, homeUrl) || isBeside(url, label)) continue
    seen.add(key)
    wanted.push({ url, worth: worthOf(url, label, isMain, homeUrl) })
  }
  const best = wanted.filter(({ worth }) => worth > 0).sort((a, b) => b.worth - a.worth)
  return best.slice(0, Math.max(0, limit)).map(({ url }) => url)
}

/** Pages of the navigation rank before others, pages near the root before deep ones, and topics that visitors look for before all. */
function worthOf(url: string, label: string, isMain: boolean, homeUrl: string): number {
  const { pathname, search } = new URL(url)
  const depth = pathname.split('/').filter((part) => part !== '').length
  const homePath = new URL(homeUrl).pathname.replace(/[^/]*$/, '')
  const isElsewhere = !pathname.startsWith(homePath)
  return (
    (topicOf(url, label)?.worth ?? 0) * 2 +
    (isMain ? 6 : 1) -
    depth -
    (search === '' ? 0 : 3) -
    (isElsewhere ? 4 : 0) -
    (label === '' ? 2 : 0)
  )
}
