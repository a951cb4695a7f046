import type { Collecting } from '../collect.ts'
import type { DateHints } from '../dates/resolve.ts'
import { moveNights, timeOf } from '../dates/slots.ts'
import type { Source } from '../source.ts'
import type { Grid } from '../table/grid.ts'
import { rolesOfHeader } from '../table/header-words.ts'
import { peopleSplitter } from '../table/people.ts'
import { addRows, guessTable } from '../table/read-table.ts'
import { noteDoubt } from '../table/session-rows.ts'
import { cutTo, descriptionOf, maxTitle } from '../texts.ts'
import { lineOf, present } from '../values.ts'
import { type Days, findDays } from './days.ts'
import { linkOf } from './links.ts'
import { readListing } from './listings.ts'
import type { HtmlNode } from './markup.ts'
import { type Matrix, matrixOf } from './matrix.ts'
import { ancestorsOf, type Page } from './page.ts'
import type { PageSession } from './sessions.ts'
import { readTimeGrid } from './time-grids.ts'
import { readTimedCells } from './timed-cells.ts'

/** Adds the sessions of the time tables that a page prints: tables first, then lists. */
export function addTimeTables(file: Collecting, page: Page, source: Source, hints: DateHints): void {
  const days = findDays(page, hints)
  const read = new Set<HtmlNode>()
  const found: PageSession[] = []
  for (const table of innermostTables(page)) {
    const matrix = matrixOf(page.$, table)
    if (addRowTable(file, page, table, matrix, { days, source, hints })) {
      read.add(table)
      continue
    }
    const timed = readTimedCells(page, matrix, days)
    const sessions = timed.length > 0 ? timed : readTimeGrid(page, table, matrix, days)
    if (sessions.length > 0) read.add(table)
    found.push(...sessions)
  }
  const isRead = (node: HtmlNode) => read.has(node) || ancestorsOf(node).some((one) => read.has(one))
  found.push(...readListing(page, days, isRead))
  addFound(file, found, source)
}

const innermostTables = ({ $ }: Page) =>
  ($('table').toArray() as HtmlNode[]).filter((table) => $(table as never).find('table').length === 0)

interface TableContext {
  days: Days
  source: Source
  hints: DateHints
}

/** A table whose headers are those of a spreadsheet is read like one: a row is a session. */
function addRowTable(file: Collecting, page: Page, table: HtmlNode, matrix: Matrix, context: TableContext): boolean {
  const { days, source, hints } = context
  const grid: Grid = {
    rows: matrix.rows.map((row) => ({
      at: row[0] ? page.placeOf(row[0].node) : page.placeOf(table),
      cells: row.map((cell, x) => (cell && (cell.column === x || cell.rows > 1) ? cell.lines.join('\n') : '')),
    })),
  }
  const known = (grid.rows[0]?.cells ?? []).flatMap(
    (cell) => rolesOfHeader(cell).find(({ score }) => score >= 5)?.role ?? [],
  )
  const isSheet =
    known.length >= 3 &&
    known.some((role) => role === 'title' || role === 'hosts') &&
    known.some((role) => role === 'start' || role === 'date')
  if (!isSheet) return false
  const guessed = guessTable(grid, source)
  if (guessed.kind !== 'sessions' || guessed.rows.length === 0) return false
  addRows(file, guessed, {
    ...hints,
    timeZone: source.options.timeZone,
    day: days.dayOf(matrix.rows[0]?.[0]?.node ?? table),
    base: source.url,
  })
  return true
}

function addFound(file: Collecting, found: PageSession[], { options, url }: Source): void {
  const split = peopleSplitter(found.flatMap(({ hosts }) => hosts))
  const sessions = found.map((session) => ({ ...session }))
  moveNights(sessions)
  const undated = sessions.filter(({ day }) => day === undefined)
  if (undated.length > 0 && undated.length === sessions.length)
    file.note(
      'date_missing',
      'The page says times but no date. Give the first day of the event to complete them.',
      undated[0]?.at,
    )
  for (const session of sessions) {
    const { at, link } = session
    const title = cutTo(lineOf(session.title), maxTitle, at, file.note)
    if (!title) continue
    const time = timeOf(session, options.timeZone)
    if (!time && undated.length < sessions.length)
      file.note('date_missing', `“${title}” has a time but no date; its time is left out.`, at)
    const people = session.hosts.map((cell) => split(cell))
    if (people.some(({ isDoubtful }) => isDoubtful)) noteDoubt(file, session.hosts.join('; '), at)
    const place = lineOf(session.place)
    const address = linkOf(link, { at, note: file.note, base: url })
    file.session({
      at,
      fields: present({
        title,
        description: descriptionOf([session.description], at, file.note),
        time,
        interestPointId: place && file.place({ at, fields: { title: place } }),
        hostIds: [
          ...new Set(people.flatMap(({ names }) => names.map((name) => file.host({ at, fields: { title: name } })))),
        ],
        source: address && { url: address },
      }),
    })
  }
}
