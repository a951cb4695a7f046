import { kindNamed, kinds } from '@marquee/model'
import type { Clock } from '../../base/clock.ts'
import { LeaseLost } from '../../base/job.ts'
import type { Tenant } from '../../base/tenant.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Job } from '../../store/queues/jobs.ts'
import { listCategoryKeys, listMadeRecords, saveMadeRecords } from '../../store/queues/onboarding.ts'
import { findRecord } from '../../store/records/records.ts'
import { type Assets, picturesLeft } from '../capture/assets.ts'
import { broadcastPatch, compose, draftsIn } from '../compose/compose.ts'
import { type Composing, type Composition, type Draft, referenceOf } from '../compose/drafts.ts'
import type { Site } from '../compose/site.ts'
import { WritingFailed } from '../failure.ts'
import type { SiteNote } from '../read/found.ts'
import { paletteOf, themeOf } from '../theme/theme.ts'
import { broadcastReference } from './broadcast-reference.ts'
import type { ContentWrites, WriteContent } from './content-writes.ts'
import { digestsOf, fieldsToWrite } from './keeping.ts'
import { createNames, type Names } from './names.ts'
import { type DraftWriting, writeDrafts } from './write-drafts.ts'

/** The dependencies of the stages that write. */
export interface Workplace {
  db: Db
  clock: Clock
  writeContent: WriteContent
  job: Job
  tenant: Tenant
  site: Site
  website: string
  assets: Assets
}

/** Stores the typeface and the colors. */
export async function applyTheme(place: Workplace): Promise<void> {
  const { site, assets, job } = place
  const { names, composing } = await openComposing(place)
  const font = fontDraft(site)
  await job.commit(async (tx) => {
    await inContent(place, tx, names, async (writing) => {
      if (font) await writeDrafts(writing, [font])
      names.settle('font')
      const logo = composing.picture(assets.logoUrl, site.name)
      const fontId = font && names.id(font.reference)
      const theme = themeOf(composing.palette, {
        logo: logo && { mediaId: logo.mediaId, url: logo.url, alt: logo.alt },
        fontId,
      })
      await writeBroadcast(place, tx, names, writing.writes, {
        theme,
        ...(fontId && { fontRef: { fontHolderId: fontId, weight: 400, style: 'normal' } }),
      })
    })
    return {}
  })
}

/** Writes the content of the app, kind by kind and a hundred records at a time. */
export async function buildContent(place: Workplace): Promise<void> {
  const { names, composing } = await openComposing(place)
  for (const kind of writtenKinds) {
    const drafts = draftsIn(compose(composing)).filter((draft) => draft.kind === kind)
    for (let at = 0; at < drafts.length; at += chunk) {
      const some = drafts.slice(at, at + chunk)
      const progress = {
        stage: 'onboardingBuildingContent',
        stages_done: 3,
        stages: 5,
        kind,
        records: at + some.length,
      }
      const writing = place.job.commit(async (tx) => {
        await inContent(place, tx, names, (content) => writeDrafts(content, some))
        return { progress }
      })
      await writing.catch((error: unknown) => {
        const urls = some.map(({ source }) => source.url)
        throw error instanceof LeaseLost ? error : new WritingFailed(kind, urls, error)
      })
    }
    names.settle(kind)
  }
}

const chunk = 100
/** In the order of writing. */
const writtenKinds = [
  kinds.broadcastCategory,
  kinds.broadcastMap,
  kinds.broadcastInterestPoint,
  kinds.broadcastHost,
  kinds.broadcastSession,
  kinds.broadcastArticle,
  kinds.broadcastPage,
].map(({ name }) => name)

/** Writes the broadcast itself, and returns how much was found. */
export async function finish(place: Workplace, tx: Tx): Promise<Record<string, unknown>> {
  const { names, composing } = await openComposing(place)
  for (const kind of [...writtenKinds, 'font']) names.settle(kind)
  const made = compose(composing)
  const source = { url: place.website, kind: 'website', at: new Date(place.clock.now()).toISOString() }
  await inContent(place, tx, names, async ({ writes }) => {
    await writeBroadcast(place, tx, names, writes, broadcastPatch(composing, made))
    await writes.update(kinds.broadcast, place.tenant.broadcastId, { metadata: { source } })
  })
  return { ...countsOf(place, made), notes: notesOf(place) }
}

function countsOf({ site, assets }: Workplace, made: Composition): Record<string, unknown> {
  return {
    language: site.language ?? null,
    time_zone: site.timeZone ?? null,
    website_pages: site.pages.length + 1,
    pictures: Object.values(assets.pictures).filter((picture) => picture !== null).length,
    sessions: made.sessions.length,
    places: made.places.length,
    hosts: made.hosts.length,
    categories: made.categories.length,
    articles: made.articles.length,
    pages: made.pages.length,
  }
}

/** The first notes, each once: what was cut, left out or guessed. */
function notesOf({ site, assets }: Workplace): SiteNote[] {
  const left = picturesLeft(site, assets)
  const pictures = { code: 'pictures_left_out', message: `${left} pictures of the site were not fetched.` }
  const all = [...site.notes, ...(left > 0 ? [pictures] : [])]
  const distinct = [...new Map(all.map((note) => [JSON.stringify(note), note])).values()]
  const more = distinct.length - maxNotes
  return more > 0
    ? [...distinct.slice(0, maxNotes), { code: 'more_notes', message: `There are ${more} more notes.` }]
    : distinct
}

const maxNotes = 100

async function openComposing(place: Workplace): Promise<{ names: Names; composing: Composing }> {
  const { db, clock, tenant, assets } = place
  const { broadcastId } = tenant
  const nowMs = clock.now()
  const names = createNames(await listMadeRecords(db, broadcastId), await listCategoryKeys(db, broadcastId), nowMs)
  const logo = assets.logoUrl
  const site = { ...place.site, logos: logo ? [{ url: logo, alt: place.site.name, size: 0 }] : [] }
  const palette = paletteOf({ ...site.colours, logo: assets.logoColours })
  const composing: Composing = {
    site,
    palette,
    nowMs,
    id: names.id,
    picture(url, alt) {
      const kept = url === undefined ? undefined : assets.pictures[url]
      return kept ? { ...kept, alt: alt || kept.alt } : undefined
    },
  }
  return { names, composing }
}

/** New records are published in a broadcast that is not public yet; in a public one they are drafts, for people to review. */
async function inContent<T>(
  { writeContent, tenant, clock }: Workplace,
  tx: Tx,
  names: Names,
  work: (writing: DraftWriting) => Promise<T>,
): Promise<T> {
  const body = await findRecord(tx, tenant.broadcastId, kinds.broadcast, tenant.broadcastId)
  const isPrivate = body !== undefined && JSON.parse(body).isPrivate === true
  const at = new Date(clock.now()).toISOString()
  return writeContent(tx, tenant, (writes) =>
    work({ tx, tenant, writes, names, at, status: isPrivate ? 'published' : 'draft' }),
  )
}

async function writeBroadcast(
  { tenant: { broadcastId } }: Workplace,
  tx: Tx,
  names: Names,
  writes: ContentWrites,
  wanted: Record<string, unknown>,
): Promise<void> {
  const body = await findRecord(tx, broadcastId, kinds.broadcast, broadcastId)
  if (body === undefined) return
  const fields = fieldsToWrite(kinds.broadcast, JSON.parse(body), names.made(broadcastReference)?.written ?? {}, wanted)
  const after = await writes.update(kinds.broadcast, broadcastId, fields)
  const written = digestsOf(after, Object.keys(fields))
  const made = { reference: broadcastReference, kind: kinds.broadcast.name, recordId: broadcastId, written }
  await saveMadeRecords(tx, broadcastId, [made])
  names.add({ ...made, written: { ...names.made(broadcastReference)?.written, ...written } })
}

/** The typeface of the site's text, with its files. */
function fontDraft({ fonts, bodyFont, url }: Site): Draft | undefined {
  const family = bodyFont ?? fonts[0]?.family
  if (!family) return undefined
  const weights = fonts.filter((font) => font.family === family).flatMap((font) => font.weights)
  return {
    kind: kindNamed('font').name,
    reference: referenceOf('font', family.toLowerCase()),
    source: { url, kind: 'styles' },
    body: { fontFamily: family, weights: weights.slice(0, 18) },
  }
}
