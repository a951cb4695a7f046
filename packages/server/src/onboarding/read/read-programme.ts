import { type Note, type Programme, readProgramme, type SourceRecord, Unreadable } from '@marquee/formats'
import type { ProgrammeFound, SiteNote } from './found.ts'
import { withSafeTexts } from './safe-texts.ts'

export interface ProgrammeTask {
  bytes: Uint8Array
  contentType: string
  /** Local times are read in this zone, unless the file names one. */
  timeZone: string
  firstDay?: string | undefined
  /** A page that is not about the programme prints other times, such as opening hours; only its schema.org data is read. */
  isPrinted: boolean
}

/** The programme of a page or file, read like one that people import. A file that cannot be read is a note. */
export async function readSiteProgramme(task: ProgrammeTask, url: string): Promise<ProgrammeFound> {
  try {
    const { bytes, contentType, timeZone, firstDay } = task
    const programme = await readProgramme({ bytes, contentType, url }, { timeZone, firstDay })
    const records = wanted(programme, task.isPrinted)
    const notes = records.length > 0 || programme.format !== 'html' ? notesOf(programme.notes, url) : []
    const zone = programme.event.timeZone ?? zoneIn(programme.records)
    const safe = records.map((record) => withSafeTexts(record, url))
    return { kind: 'programme', url, format: programme.format, timeZone: zone, records: safe, notes }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const notes = [{ code: 'file_unreadable', message: error.message, url }]
    return { kind: 'programme', url, format: undefined, records: [], notes }
  }
}

/** Whether a page has sessions or articles, in any time zone. A large page is read only once, later. */
export async function hasProgramme(html: string, url: string): Promise<boolean> {
  if (html.length > maxTried) return true
  try {
    const { records } = await readProgramme(
      { bytes: Buffer.from(html), contentType, url },
      { timeZone: 'UTC', format: 'html' },
    )
    return records.length > 0
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}

const maxTried = 1_000_000
const contentType = 'text/html; charset=utf-8'

const isSession = ({ kind }: SourceRecord) => kind === 'broadcastSession'
const isStructured = ({ at }: SourceRecord) => at.startsWith('schema.org')

function wanted({ format, records }: Programme, isPrinted: boolean): SourceRecord[] {
  if (format !== 'html') return records
  // A line with a time but without a day is no session yet, and pages print many such lines.
  const known = records.filter((record) => !isSession(record) || Object(record.fields.time).start)
  return isPrinted ? known : known.filter(isStructured)
}

/** The zone of most sessions, if they name one. */
function zoneIn(records: SourceRecord[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { fields } of records.filter(isSession)) {
    const zone: unknown = Object(fields.time).timezone
    if (typeof zone === 'string') counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** Of each code the first ones; the others are counted. */
function notesOf(notes: Note[], url: string): SiteNote[] {
  const byCode = Map.groupBy(notes, ({ code }) => code)
  return [...byCode].flatMap(([code, some]) => {
    const first = some.slice(0, maxNotes).map(({ message, at }) => ({
      code,
      message: at === undefined ? message : `${message} (${at})`,
      url,
    }))
    const more = some.length - first.length
    return more > 0 ? [...first, { code, message: `There are ${more} more notes like these.`, url }] : first
  })
}

const maxNotes = 5
