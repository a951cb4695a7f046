import { createHash } from 'node:crypto'
import { type AnyRecord, Invalid } from '@marquee/model'
import { AppError } from '../../base/errors.ts'
import type { Tenant } from '../../base/tenant.ts'
import type { Picture } from '../compose/drafts.ts'
import { pictureUrl } from '../compose/programme.ts'
import type { Site } from '../compose/site.ts'
import type { FoundBlock } from '../read/found.ts'
import { type ImageRead, readImage } from '../theme/palette.ts'
import type { KeepMedia } from '../write/content-writes.ts'
import { type Browse, BrowseFailed } from './browse.ts'

/** The images of a site by URL; null for those that could not be fetched. */
export interface Assets {
  pictures: Record<string, Picture | null>
  logoUrl?: string
  logoColours: ImageRead['colours']
}

export interface AssetParts {
  browse: Browse
  keepMedia: KeepMedia
  tenant: Tenant
  /** The existing media with this reference. */
  findKept(reference: string): Promise<AnyRecord | undefined>
  signal: AbortSignal
  at: string
  /** Saves the progress before the next image. */
  onKept(assets: Assets): Promise<void>
}

/** Fetches the logo, the cover and the images of pages, people and articles, within the quota. */
export async function collectAssets(site: Site, before: Assets, parts: AssetParts): Promise<Assets> {
  const untilMs = performance.now() + totalMs
  let assets = before
  const take = async (url: string, alt: string): Promise<ImageRead | undefined> => {
    const { picture, read } = await keep(url, alt, parts)
    assets = { ...assets, pictures: { ...assets.pictures, [url]: picture ?? null } }
    return picture && read
  }
  for (const { url } of assets.logoUrl === undefined ? site.logos : []) {
    const read = await take(url, site.name)
    if (!read || Math.max(read.width, read.height) < minLogoSide) continue
    assets = { ...assets, logoUrl: url, logoColours: read.colours }
    break
  }
  await parts.onKept(assets)
  for (const { url, alt } of picturesOf(site)) {
    const kept = Object.values(assets.pictures).filter((picture) => picture !== null).length
    if (kept >= maxPictures || performance.now() > untilMs) break
    if (url in assets.pictures) continue
    await take(url, alt)
    await parts.onKept(assets)
  }
  return assets
}

/** Enough for a first look; people add others. */
const maxPictures = 40
const minLogoSide = 48
const totalMs = 120_000
const pictureMs = 20_000
const pictureBytes = 5 * 1_048_576

/** The number of pictures of a site that were not fetched because there are too many. */
export const picturesLeft = (site: Site, { pictures }: Assets) =>
  new Set(picturesOf(site).flatMap(({ url }) => (url in pictures ? [] : [url]))).size

/** By prominence: the cover, people and events, articles, then images within pages. */
function picturesOf(site: Site): { url: string; alt: string }[] {
  const named = [
    ...site.covers.slice(0, 2).map((url) => ({ url, alt: site.name })),
    ...[...site.programme.hosts, ...site.programme.sessions].map(({ fields }) => ({
      url: pictureUrl(fields),
      alt: String(fields.title),
    })),
    ...site.articles.slice(0, 10).map(({ image, title }) => ({ url: image, alt: title })),
    ...[site.home, ...site.pages].flatMap(({ blocks }) => imagesIn(blocks).slice(0, 6)),
  ]
  return named.flatMap(({ url, alt }) => (url === undefined ? [] : [{ url, alt }]))
}

function imagesIn(blocks: FoundBlock[]): { url: string; alt: string }[] {
  return blocks.flatMap((block) => {
    const values: unknown[] = Array.isArray(block.values) ? block.values : []
    return values.flatMap((value) => {
      const { url, alt } = Object(Object(value).media)
      return typeof url === 'string' ? [{ url, alt: typeof alt === 'string' ? alt : '' }] : []
    })
  })
}

async function keep(
  url: string,
  alt: string,
  { browse, keepMedia, findKept, tenant, signal, at }: AssetParts,
): Promise<{ picture?: Picture; read?: ImageRead }> {
  try {
    const { bytes, url: finalUrl } = await browse(url, {
      accept: 'image/*',
      maxBytes: pictureBytes,
      timeoutMs: pictureMs,
      signal,
    })
    const read = await readImage(bytes)
    if (!read) return {}
    const digest = createHash('sha256').update(`${url}\n`).update(bytes).digest('hex').slice(0, 24)
    const reference = `site:media:${digest}`
    const before = await findKept(reference)
    const record =
      before ??
      (await keepMedia(
        { ...tenant, actor: { type: 'service' } },
        {
          bytes,
          name: nameIn(finalUrl),
          alt,
          reference,
          metadata: { source: { url, kind: 'image', at } },
        },
      ))
    const picture = { mediaId: record._id, url: String(record.mediaUrl), alt, width: read.width, height: read.height }
    return { picture, read }
  } catch (error) {
    // An image that cannot be fetched or stored is left out.
    if (error instanceof BrowseFailed || error instanceof AppError || error instanceof Invalid) return {}
    throw error
  }
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  return last === '' ? 'picture' : last.slice(-100)
}
