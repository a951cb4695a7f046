import { pageKey } from '../addresses.ts'
import type { FoundBlock } from '../read/found.ts'
import { cutText, slugOf } from '../text.ts'
import { type Composing, type Draft, localeOf, present, referenceOf, shown } from './drafts.ts'
import { labelIn } from './labels.ts'
import { ownTitle, type SiteArticle, type SitePage } from './site.ts'
import { instantOf } from './time-zone.ts'

/** The articles of a site. */
export function articlesOf({ site, picture }: Composing): Draft[] {
  return site.articles.map((article): Draft => {
    const kept = picture(article.image, article.title)
    return {
      kind: 'broadcastArticle',
      reference: articleReference(article),
      source: article.source,
      body: present({
        title: article.title,
        content: article.content,
        contentFormat: 'markdown',
        publishedAt: article.publishedAt && instantOf(article.publishedAt, site.timeZone ?? 'UTC'),
        coverImageUrl: kept?.url.startsWith('http') ? kept.url : undefined,
        media: kept && shown(kept),
        defaultLocale: localeOf(site),
      }),
    }
  })
}

const articleReference = ({ url, key }: SiteArticle) => referenceOf('broadcastArticle', url ? pageKey(url) : key)

/** The pages of a site whose content has no screen of its own in an app. */
export function pagesOf(composing: Composing): { page: SitePage; draft: Draft }[] {
  const { site } = composing
  const front = { ...site.home, label: labelIn(site.language, 'discover'), topic: undefined }
  const isTold = site.pages.some(({ topic }) => topic?.name === 'about')
  const candidates = [...site.pages.filter((page) => !isShownElsewhere(page, composing)), ...(isTold ? [] : [front])]
  const worthy = candidates.filter(({ blocks }) => textLength(blocks) >= 150)
  const linked = new Map(worthy.map((page) => [pageKey(page.url), page]))
  return worthy.map((page) => ({ page, draft: pageDraft(composing, page, linked) }))
}

export const pageReference = ({ url }: { url: string }) => referenceOf('broadcastPage', pageKey(url))

/** Sessions and articles have their own screens. */
function isShownElsewhere({ topic }: SitePage, { site }: Composing): boolean {
  return (
    (topic?.name === 'programme' && site.programme.sessions.length > 0) ||
    (topic?.name === 'news' && site.articles.length > 0)
  )
}

function pageDraft(composing: Composing, page: SitePage, linked: Map<string, SitePage>): Draft {
  const { site } = composing
  const blocks = withKeptPictures(withoutOwnTitle(page), composing)
  const inner = blocks.map((block) => withInnerLink(block, composing, linked))
  return {
    kind: 'broadcastPage',
    reference: pageReference(page),
    source: { url: page.url, kind: 'page' },
    body: present({
      title: cutText(page.label || site.name, 120),
      url: new URL(page.url).pathname,
      blocks,
      media: firstPicture(blocks),
      defaultLocale: localeOf(site),
      localeDetails: translated(composing, page),
    }),
    ...(inner.some((block, at) => block !== blocks[at]) && { linked: { blocks: inner } }),
  }
}

/** The texts of the page in other languages, from its alternates. */
function translated(composing: Composing, page: SitePage): Record<string, unknown> | undefined {
  const all = composing.site.translations.get(page.url)
  if (!all) return undefined
  const details = [...all].map(([locale, one]) => {
    const title = cutText(ownTitle(one), 120)
    const blocks = withoutOwnTitle({ blocks: one.blocks, label: title, heading: one.heading })
    return [locale, present({ title: title || undefined, blocks: withKeptPictures(blocks, composing) })]
  })
  return Object.fromEntries(details)
}

/** The title of the page is shown above it anyway. */
function withoutOwnTitle({ blocks, label, heading }: Pick<SitePage, 'blocks' | 'label' | 'heading'>): FoundBlock[] {
  const own = [slugOf(label), slugOf(heading)]
  const [first, ...rest] = blocks
  return first?.type === 'title' && own.includes(slugOf(String(first.text))) ? rest : blocks
}

/** Blocks with the stored images. Images that are not stored were not found, or exceed the limit. */
export function withKeptPictures(blocks: FoundBlock[], { picture }: Pick<Composing, 'picture'>): FoundBlock[] {
  return blocks.flatMap((block): FoundBlock[] => {
    if (block.type === 'section' && Array.isArray(block.blocks))
      return [{ ...block, blocks: withKeptPictures(block.blocks, { picture }) }]
    if (block.type !== 'media' || !Array.isArray(block.values)) return [block]
    const values = block.values.flatMap((value) => {
      const { url, alt } = Object(Object(value).media)
      const kept = picture(typeof url === 'string' ? url : undefined, typeof alt === 'string' ? alt : '')
      return kept ? [{ ...Object(value), media: shown(kept) }] : []
    })
    if (values.length === 0) return []
    const { format: _format, ...single } = block
    return [values.length > 1 ? { ...block, values } : { ...single, values }]
  })
}

/** A button to an imported page leads to that page in the app. */
function withInnerLink(block: FoundBlock, { id }: Composing, linked: Map<string, SitePage>): FoundBlock {
  const url: unknown = Object(block.navigator).url
  const page = block.type === 'button' && typeof url === 'string' ? linked.get(pageKey(url)) : undefined
  const pageId = page && id(pageReference(page))
  return pageId ? { ...block, navigator: { broadcastPageId: pageId } } : block
}

function firstPicture(blocks: FoundBlock[]): unknown {
  const media = blocks.find(({ type }) => type === 'media')
  return Array.isArray(media?.values) ? Object(media.values[0]).media : undefined
}

export const textLength = (blocks: FoundBlock[]): number =>
  blocks.reduce(
    (sum, { text, blocks: inner }) =>
      sum + (typeof text === 'string' ? text.length : 0) + (Array.isArray(inner) ? textLength(inner) : 0),
    0,
  )
