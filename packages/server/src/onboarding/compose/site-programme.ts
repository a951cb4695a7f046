import type { ImportedKind, SourceRecord } from '@marquee/formats'
import type { PageFound, ProgrammeFound, SiteNote } from '../read/found.ts'
import { nameKey } from '../text.ts'

/** A record of a site. References are keys of other records of the site. */
export interface SiteRecord {
  kind: ImportedKind
  key: string
  fields: Record<string, unknown>
  source: { url: string; kind: string }
}

export interface SiteProgramme {
  categories: SiteRecord[]
  places: SiteRecord[]
  hosts: SiteRecord[]
  sessions: SiteRecord[]
  articles: SiteRecord[]
  notes: SiteNote[]
}

/**
 * Combines the programmes of all files and pages. Within a file every session is one of its own. The same session in another
 * file or page, with the same title and start or the same id and start, is read once, from the file that says most.
 */
export function siteProgrammeOf(programmes: ProgrammeFound[], pages: PageFound[]): SiteProgramme {
  const ordered = programmes.toSorted((a, b) => rankOf(a) - rankOf(b))
  const genres = Object.assign({}, ...pages.toReversed().map((page) => page.genres)) as Record<string, string>
  const wholes = new Set(
    pages.flatMap((page) => page.wholes.map(({ title, isNamed }) => (isNamed ? nameKey(title) : ''))),
  )
  const named = new Map<string, SiteRecord>()
  const seen = new Map<string, string>()
  const sessions: SiteRecord[] = []
  const articles: SiteRecord[] = []
  const notes = ordered.flatMap((programme) => programme.notes)
  for (const programme of ordered) {
    const keys = keysIn(programme)
    const records = programme.records.map((record) => siteRecord(programme, record, keys))
    const known: string[] = []
    for (const record of records) {
      if (record.kind === 'broadcastArticle') articles.push(record)
      else if (record.kind !== 'broadcastSession') addNamed(named, record)
      else if (!wholes.has(nameKey(String(record.fields.title)))) {
        const elsewhere = signsOf(record)
          .flatMap((sign) => seen.get(sign) ?? [])
          .find((url) => url !== programme.url)
        if (elsewhere) known.push(elsewhere)
        else sessions.push(withGenre(record, genres, named))
      }
    }
    for (const record of records) for (const sign of signsOf(record)) if (!seen.has(sign)) seen.set(sign, programme.url)
    if (known.length > 0) notes.push(knownElsewhere(known, programme.url))
  }
  const used = new Set(sessions.flatMap(({ fields }) => referencesIn(fields)))
  const all = [...named.values()].filter(
    ({ kind, key, source }) => used.has(`${kind} ${key}`) || isListOf(source.url, programmes),
  )
  const of = (kind: ImportedKind) => all.filter((record) => record.kind === kind)
  return {
    categories: of('broadcastCategory'),
    places: of('broadcastInterestPoint'),
    hosts: of('broadcastHost'),
    sessions,
    articles,
    notes,
  }
}

/** Schedules know people, tracks and links; calendars know the least. */
const rankOf = ({ format }: ProgrammeFound) => {
  const rank = [
    'frab-xml',
    'schedule-json',
    'pretalx-json',
    'sessionize-json',
    'json-ld',
    'html',
    'xlsx',
    'csv',
  ].indexOf(format ?? '')
  return rank < 0 ? 100 : rank
}

/** A file of people or places alone, which no session needs to mention. */
const isListOf = (url: string, programmes: ProgrammeFound[]) =>
  programmes.some(
    (one) => one.url === url && one.records.length > 0 && !one.records.some(({ kind }) => kind === 'broadcastSession'),
  )

/** Names are the same in all files. Two entries of one file with the same name are different. */
function keysIn({ records }: ProgrammeFound): Map<string, string> {
  const nameOf = ({ kind, fields }: SourceRecord) => `${kind} ${nameKey(String(fields.title ?? ''))}`
  const counts = new Map<string, number>()
  for (const record of records) counts.set(nameOf(record), (counts.get(nameOf(record)) ?? 0) + 1)
  return new Map(
    records.map((record) => {
      const name = nameKey(String(record.fields.title ?? ''))
      const key = counts.get(nameOf(record)) === 1 ? name : `${name} ${record.key}`
      return [`${record.kind} ${record.key}`, key]
    }),
  )
}

function siteRecord({ url, format }: ProgrammeFound, record: SourceRecord, keys: Map<string, string>): SiteRecord {
  const kind = format === 'html' && record.at.startsWith('schema.org') ? 'json-ld' : (format ?? 'html')
  const isNamed = record.kind !== 'broadcastSession' && record.kind !== 'broadcastArticle'
  const key = isNamed ? keys.get(`${record.kind} ${record.key}`) : `${kind} ${record.key.replace(/^id:/, '')}`
  const fields: Record<string, unknown> = { ...record.fields }
  for (const [name, target] of Object.entries(referring)) {
    const value = fields[name]
    if (value === undefined) continue
    const found = [value].flat().flatMap((one) => keys.get(`${target} ${Object(one).reference}`) ?? [])
    fields[name] = Array.isArray(value) ? found : found[0]
  }
  return { kind: record.kind, key: key ?? record.key, fields, source: { url, kind } }
}

const referring: Record<string, ImportedKind> = {
  categoryIds: 'broadcastCategory',
  interestPointId: 'broadcastInterestPoint',
  hostIds: 'broadcastHost',
}

const referencesIn = (fields: Record<string, unknown>) =>
  Object.entries(referring).flatMap(([name, kind]) => [fields[name] ?? []].flat().map((key) => `${kind} ${key}`))

/** The first record of a name; later ones add what it lacks. */
function addNamed(named: Map<string, SiteRecord>, record: SiteRecord): void {
  const name = `${record.kind} ${record.key}`
  const known = named.get(name)
  named.set(name, known ? { ...known, fields: { ...record.fields, ...known.fields } } : record)
}

/** By these a session of another file is recognized. A date alone is the same as any time of that day. */
function signsOf({ kind, key, fields }: SiteRecord): string[] {
  const { start, allDay } = Object(fields.time)
  if (kind !== 'broadcastSession' || typeof start !== 'string') return []
  const title = nameKey(String(fields.title))
  const day = allDay ? [`${title} ${start.slice(0, 10)}`] : []
  return [`${title} ${start}`, `id ${key} ${start}`, ...day]
}

/** The type of an event is its category when it names none. */
function withGenre(session: SiteRecord, genres: Record<string, string>, named: Map<string, SiteRecord>): SiteRecord {
  const genre = genres[nameKey(String(session.fields.title))]
  if (!genre || session.source.kind !== 'json-ld' || [session.fields.categoryIds ?? []].flat().length > 0)
    return session
  const key = nameKey(genre)
  addNamed(named, { kind: 'broadcastCategory', key, fields: { title: genre }, source: session.source })
  return { ...session, fields: { ...session.fields, categoryIds: [key] } }
}

function knownElsewhere(known: string[], url: string): SiteNote {
  const where = [...new Set(known)].slice(0, 3).join(', ')
  const message = `${known.length} sessions are also in ${where}, with the same title or id and start; they are read once.`
  return { code: 'read_elsewhere', message, url }
}
