import { type Collecting, collectProgramme } from '../collect.ts'
import { type EventInfo, type Note, type Programme, Unreadable } from '../programme.ts'
import type { Source } from '../source.ts'
import { yearOf } from './days.ts'
import { firstDayOn } from './event-days.ts'
import { linkedNodes } from './json-ld.ts'
import { microdataNodes } from './microdata.ts'
import { openPage, type Page } from './page.ts'
import { isJsonLd } from './recognize.ts'
import { addSchemaOrg } from './schema-org.ts'
import { addTimeTables } from './time-tables.ts'

/** A file that people import is read whole; its size is bounded before. */
const fileLimits = { values: 2_000_000, children: 100_000, length: 50 * 1024 * 1024 }

/** Reads a page: its schema.org data, or the time table that it prints when that has more sessions. */
export function readHtml(source: Source): Programme {
  const page = openPage(source.text)
  const file = collectProgramme('html')
  const { event, sessions } = addStructured(file, page, source)
  const { firstDay, ...info } = event
  const title = page.title || undefined
  const about = { title, language: page.language, ...info }
  const hints = { firstDay: source.options.firstDay ?? firstDay ?? firstDayOn(page), year: yearOf(page) }
  const printed = collectProgramme('html')
  addTimeTables(printed, page, source, hints)
  const [structured, table] = [file.finish(about), printed.finish(about)]
  const isPrinted = sessionsIn(table) > sessions
  const programme = isPrinted ? { ...table, records: [...table.records, ...articlesIn(structured)] } : structured
  return { ...programme, notes: [...programme.notes, ...notesOn(page, isPrinted ? sessions : 0)] }
}

const sessionsIn = ({ records }: Programme) => records.filter(({ kind }) => kind === 'broadcastSession').length
const articlesIn = ({ records }: Programme) => records.filter(({ kind }) => kind === 'broadcastArticle')

function notesOn({ isCut }: Page, skipped: number): Note[] {
  const cut = { code: 'page_cut', message: 'The page has too many elements; only its beginning is read.' }
  const message = `The page describes ${skipped} events for machines and prints more; the printed ones are read.`
  return [...(isCut ? [cut] : []), ...(skipped > 0 ? [{ code: 'structured_data_skipped', message }] : [])]
}

function addStructured(file: Collecting, page: Page, source: Source) {
  const nodes = [...linkedNodes(page.scripts, fileLimits), ...microdataNodes(page)]
  const settings = { timeZone: source.options.timeZone, base: source.url }
  return addSchemaOrg(file, nodes, settings, (index) => `schema.org item ${index + 1}`)
}

export function readJsonLd(source: Source): Programme {
  if (!isJsonLd(source)) throw new Unreadable('The JSON contains no schema.org data.', 'line 1')
  const file = collectProgramme('json-ld')
  const settings = { timeZone: source.options.timeZone, base: source.url }
  const { event } = addSchemaOrg(file, linkedNodes([source.text], fileLimits), settings, (index) => `item ${index + 1}`)
  const { firstDay: _, ...info } = event
  return file.finish(info satisfies EventInfo)
}
