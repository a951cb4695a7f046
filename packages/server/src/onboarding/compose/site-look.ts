import type { ImageFound, ManifestFound, PageFound, WholeFound } from '../read/found.ts'
import type { StylesFound } from '../read/styles.ts'
import { slugOf } from '../text.ts'
import type { ColoursFound } from '../theme/theme.ts'

/** One account per network: the site's own, by its name or its position on the page, before those of people it mentions. */
export function socialsOf(home: PageFound, name: string): string[] {
  const letters = slugOf(name).replaceAll(/[-\d]/g, '').slice(0, 5)
  const isNamed = (url: string) =>
    letters.length >= 3 &&
    slugOf(url.replace(/^https?:\/\/[^/]+/, ''))
      .replaceAll('-', '')
      .includes(letters)
  const accounts = home.socials.filter(({ url, isOwn }) => isNamed(url) || isOwn).map(({ url }) => url)
  const ordered = [...home.owner.links, ...accounts.filter(isNamed), ...accounts]
  const byHost = new Map<string, string>()
  for (const url of ordered) {
    const host = new URL(url).hostname.replace(/^(?:www|m|web)\./, '').replace('twitter.com', 'x.com')
    if (!byHost.has(host)) byHost.set(host, url)
  }
  return [...byHost.values()].slice(0, 8)
}

/** Candidates for the logo and for the cover, best first. */
export function picturesOf(
  home: PageFound,
  manifest: ManifestFound | undefined,
  whole: WholeFound | undefined,
): { logos: ImageFound[]; covers: string[] } {
  const icons = [...(manifest?.icons ?? []), ...home.icons].sort((a, b) => b.size - a.size)
  const shared = home.cover && /logo/i.test(home.cover) ? [{ url: home.cover, alt: '', size: 0 }] : []
  const logos = [...home.logos, ...shared, ...icons.filter(({ url }) => !/\.ico(?:$|\?)/i.test(url))]
  const covers = [
    home.cover,
    whole?.image,
    ...home.images.filter(({ size }) => size >= 600 || size === 0).map(({ url }) => url),
  ]
  return {
    logos: logos.slice(0, 6),
    covers: [...new Set(covers.flatMap((url) => url ?? []))].filter((url) => !/logo/i.test(url)).slice(0, 4),
  }
}

/** The colors of the site, from all sources. */
export function coloursOf(
  home: PageFound,
  manifest: ManifestFound | undefined,
  styles: StylesFound[],
): Omit<ColoursFound, 'logo'> {
  const counts = new Map<string, number>()
  for (const { colour, count } of styles.flatMap(({ frequent }) => frequent))
    counts.set(colour, (counts.get(colour) ?? 0) + count)
  return {
    declared: [...new Set([...home.colours, ...(manifest?.colours ?? [])])],
    variables: styles.flatMap(({ variables }) => variables),
    frequent: [...counts].map(([colour, count]) => ({ colour, count })),
    background: styles.flatMap(({ background }) => background ?? []).at(-1) ?? manifest?.background,
    text: styles.flatMap(({ text }) => text ?? []).at(-1),
  }
}
