import { isSameSite, pageKey } from '../addresses.ts'
import { type Capture, ofKind, siteLanguage } from '../compose/captures.ts'
import { timeZoneOf } from '../compose/time-zone.ts'
import { alternatesOf } from '../compose/translations.ts'
import type { LinkFound, PageFound } from '../read/found.ts'
import type { ProgrammeTask } from '../read/read-programme.ts'
import type { Content, Readable, Readings } from '../read/read-task.ts'
import { languageIn } from '../tags.ts'
import { type Browse, BrowseFailed, type Fetched } from './browse.ts'
import { choosePages } from './links.ts'
import type { Reader } from './reader.ts'
import { topicOf } from './topics.ts'

export interface CaptureParts {
  browse: Browse
  reader: Reader
  signal?: AbortSignal
  /** What was read before an interruption. */
  known: Capture[]
  /** Saves what was read of a file before the next one is fetched. */
  onCaptured(capture: Capture): Promise<void>
  limits?: Partial<CaptureLimits>
}

export interface CaptureLimits {
  pages: number
  /** For all files after the first page together; files not read by then are left out. */
  totalMs: number
  /** Per file. */
  fileMs: number
}

/** Reads a site: its first page, the files it needs, and the pages that visitors look for. Throws when the first page cannot be fetched. */
export async function captureSite(website: string, parts: CaptureParts): Promise<Capture[]> {
  const limits = { ...usual, ...parts.limits }
  const taken = new Taker(parts, limits)
  const home = await taken.home(website)
  const styles = await taken.all('styles', home.styles.slice(0, maxStyles))
  await taken.all('styles', [...styles, home.inline].flatMap(({ imports }) => imports).slice(0, maxStyles / 2))
  const manifest = home.manifest && (await taken.one('manifest', home.manifest))
  const pages = await pagesOf(home, manifest ? manifest.links : [], taken, limits.pages)
  const all = [home, ...pages]
  const files = (of: (page: PageFound) => string[], limit: number) => [...new Set(all.flatMap(of))].slice(0, limit)
  await taken.all(
    'feed',
    files(({ feeds }) => feeds, maxFeeds),
  )
  const translations = alternatesOf(all, siteLanguage(taken.captures())).map(({ url }) => url)
  await taken.all('translation', translations.slice(0, maxTranslations), home.url)
  await readProgrammes(
    all,
    files(({ files }) => files, maxProgrammeFiles),
    taken,
  )
  return taken.captures()
}

const usual: CaptureLimits = { pages: 10, totalMs: 120_000, fileMs: 20_000 }
const maxStyles = 6
const maxFeeds = 2
const maxProgrammeFiles = 8
const maxTranslations = 10
const atOnce = 3

/** Files first: they may name the time zone that the local times of pages are read in. */
async function readProgrammes(pages: PageFound[], files: string[], taken: Taker): Promise<void> {
  const [home] = pages
  const language = siteLanguage(taken.captures())
  const settings = () => ({
    timeZone: timeZoneOf(pages, ofKind(taken.captures(), 'programme'), language)?.zone ?? 'UTC',
    firstDay: home?.firstDay,
  })
  for (const url of files) await taken.programme(url, { ...settings(), isPrinted: true })
  for (const page of pages.filter((one) => one.hasProgramme))
    await taken.programme(page.url, { ...settings(), isPrinted: page === home || isAboutProgramme(page) })
}

const isAboutProgramme = ({ url, title, heading }: PageFound) => {
  const topic = topicOf(url, `${title} ${heading}`)
  return topic === undefined || topic.group === 'programme'
}

/** The pages of the navigation first; if they are few, the pages they link to. */
async function pagesOf(home: PageFound, shortcuts: LinkFound[], taken: Taker, limit: number): Promise<PageFound[]> {
  const isOwn = ownLanguage(home, taken)
  const wanted = choosePages(home.url, [...home.links, ...shortcuts].filter(isOwn), [], limit - 1)
  const first = await taken.all('page', wanted, home.url)
  const links = [home, ...first].flatMap((page) => page.links.filter(ownLanguage(page, taken)))
  const opened = taken.captures().flatMap(({ what, url }) => (what === 'page' ? [url] : []))
  const more = choosePages(home.url, links, opened, limit - opened.length)
  return [...first, ...(await taken.all('page', more, home.url))]
}

/** Links of a page, but not those to itself in other languages. */
function ownLanguage({ alternates }: PageFound, taken: Taker): (link: LinkFound) => boolean {
  const language = siteLanguage(taken.captures())
  const isOther = (tag: string) => language === undefined || languageIn(tag) !== languageIn(language)
  const others = new Set(alternates.flatMap(({ language: tag, url }) => (isOther(tag) ? [pageKey(url)] : [])))
  return ({ url }) => !others.has(pageKey(url))
}

class Taker {
  readonly #parts: CaptureParts
  readonly #limits: CaptureLimits
  readonly #captures: Capture[]
  readonly #untilMs: number
  /** The pages that were fetched in this run, so that their programmes are read without fetching them again. */
  readonly #pages = new Map<string, Fetched>()

  constructor(parts: CaptureParts, limits: CaptureLimits) {
    this.#parts = parts
    this.#limits = limits
    this.#captures = [...parts.known]
    this.#untilMs = performance.now() + limits.totalMs
  }

  captures(): Capture[] {
    return this.#captures
  }

  async home(website: string): Promise<PageFound> {
    const known = this.#captures[0]
    if (known?.what === 'page' && known.found) return known.found
    const fetched = await this.#fetch('page', website)
    if (!isMarkup(fetched)) throw new BrowseFailed('The address does not lead to a web page.')
    const found = await this.#parts.reader.read('page', fetched.text(), fetched.url)
    if (!found) throw new BrowseFailed('The page could not be read.')
    this.#pages.set(found.url, fetched)
    await this.#keep({ what: 'page', url: website, found })
    return found
  }

  /** Fetches some files, a few at a time. Failed ones are left out. */
  async all<W extends Exclude<Readable, 'programme'>>(
    what: W,
    urls: string[],
    siteUrl?: string,
  ): Promise<Readings[W][]> {
    const found: (Readings[W] | undefined)[] = []
    const queue = urls.map((url, at) => ({ url, at }))
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift())
        found[next.at] = await this.one(what, next.url, siteUrl)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return found.filter((one) => one !== undefined)
  }

  async one<W extends Exclude<Readable, 'programme'>>(
    what: W,
    url: string,
    siteUrl?: string,
  ): Promise<Readings[W] | undefined> {
    const known = this.#captures.find((capture) => capture.what === what && capture.url === url)
    if (known) return (known.found as Readings[W] | null) ?? undefined
    if (performance.now() > this.#untilMs) return undefined
    const found = await this.#opened(what, url, siteUrl)
    await this.#keep({ what, url, found: found ?? null } as Capture)
    return found
  }

  /** The programme of a page or file. Undated and local times need settings, which other files of the site decide. */
  async programme(url: string, settings: Omit<ProgrammeTask, 'bytes' | 'contentType'>): Promise<void> {
    const isKnown = this.#captures.some((capture) => capture.what === 'programme' && capture.url === url)
    if (isKnown || performance.now() > this.#untilMs) return
    const fetched = this.#pages.get(url) ?? (await this.#fetch('programme', url).catch(leftOut))
    const task = fetched && { ...settings, bytes: new Uint8Array(fetched.bytes), contentType: fetched.contentType }
    const found = task && (await this.#parts.reader.read('programme', task, fetched.url))
    await this.#keep({ what: 'programme', url, found: found ? { ...found, url } : null })
  }

  async #opened<W extends Exclude<Readable, 'programme'>>(
    what: W,
    url: string,
    siteUrl: string | undefined,
  ): Promise<Readings[W] | undefined> {
    try {
      const fetched = await this.#fetch(what, url)
      const isPage = what === 'page' || what === 'translation'
      const isWanted = isPage
        ? isMarkup(fetched) && isSameSite(fetched.url, siteUrl ?? url)
        : !isMarkup(fetched) || what === 'feed'
      if (!isWanted) return undefined
      const found = await this.#parts.reader.read(what, fetched.text() as Content<W>, fetched.url)
      if (what === 'page' && found) this.#pages.set((found as PageFound).url, fetched)
      return found
    } catch (error) {
      if (error instanceof BrowseFailed) return undefined
      throw error
    }
  }

  #fetch(what: Readable, url: string): Promise<Fetched> {
    const leftMs = Math.max(1_000, Math.ceil(this.#untilMs - performance.now()))
    const timeoutMs = Math.min(this.#limits.fileMs, leftMs)
    const { browse, signal } = this.#parts
    return browse(url, { accept: accepts[what], timeoutMs, ...(signal && { signal }) })
  }

  async #keep(capture: Capture): Promise<void> {
    this.#captures.push(capture)
    await this.#parts.onCaptured(capture)
  }
}

function leftOut(error: unknown): undefined {
  if (!(error instanceof BrowseFailed)) throw error
}

const accepts: Record<Readable, string> = {
  page: 'text/html, application/xhtml+xml',
  styles: 'text/css, */*;q=0.1',
  manifest: 'application/manifest+json, application/json, */*;q=0.1',
  programme: 'text/calendar, application/json, application/xml, text/csv, text/html;q=0.8, */*;q=0.1',
  translation: 'text/html, application/xhtml+xml',
  feed: 'application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.8',
}

/** Whether it is a page, by the content type or, without one, by its first bytes. */
function isMarkup({ type, bytes }: Fetched): boolean {
  if (type === 'text/html' || type === 'application/xhtml+xml') return true
  return (
    (type === '' || type === 'text/plain') &&
    /^\s*(?:<!--[\s\S]{0,2000}-->\s*)?<(?:!doctype html|html|head|body)/i.test(
      bytes.subarray(0, 4_096).toString('latin1'),
    )
  )
}
