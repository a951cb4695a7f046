import { pictureOf, urlOf } from '../addresses.ts'
import type { Collecting } from '../collect.ts'
import { languagesOf } from '../languages.ts'
import { categoriesOf } from '../named.ts'
import { cutTo, descriptionOf, maxTitle, titleOf } from '../texts.ts'
import { lineOf, present } from '../values.ts'
import type { GridRow } from './grid.ts'
import { peopleSplitter } from './people.ts'
import type { RowCells } from './row-cells.ts'
import { sessionTimes, type Timing } from './session-times.ts'
import { categorySplitter } from './tags.ts'

export interface RowContext extends Timing {
  /** Relative addresses are resolved against this one. */
  base?: string | undefined
}

/** Adds one session for each row, with its place, hosts and categories. */
export function addSessions(file: Collecting, rows: GridRow[], cells: RowCells, context: RowContext): void {
  const hosts = peopleSplitter(rows.flatMap((row) => cells.all(row, 'hosts').map(({ text }) => text)))
  const [namesOf, category] = [categorySplitter(rows, cells), categoriesOf(file)]
  const { note } = file
  for (const { row, time } of sessionTimes(file, rows, cells, context)) {
    const { at } = row
    const people = cells.all(row, 'hosts').map(({ text }) => hosts(text))
    const names = people.flatMap((one) => one.names)
    // A festival's table can have artists and no titles: the set is named after them.
    const title = titleOf(cells.has('title') ? cells.one(row, 'title') : names.join(', '), at, file)
    if (title === undefined) continue
    if (people.some(({ isDoubtful }) => isDoubtful)) noteDoubt(file, cells.one(row, 'hosts') ?? '', at)
    const addressing = { at, note, base: context.base }
    const place = lineOf(cells.one(row, 'place'))
    const id = cells.one(row, 'id')
    const url = urlOf(cells.one(row, 'url'), addressing)
    file.session({
      id,
      at,
      fields: present({
        title,
        subtitle: cutTo(lineOf(cells.one(row, 'subtitle')), maxTitle, at, note),
        description: descriptionOf([cells.one(row, 'description')], at, note),
        type: cutTo(lineOf(cells.one(row, 'type')), 100, at, note),
        time,
        languages: languagesOf(cells.one(row, 'language'), at, note),
        interestPointId: place && file.place({ at, fields: { title: place } }),
        hostIds: [...new Set(names.map((name) => file.host({ at, fields: { title: name } })))],
        categoryIds: namesOf(row).map((name) => category(name, at)),
        source: id === undefined && url === undefined ? undefined : present({ id, url }),
        media: pictureOf(cells.one(row, 'image'), addressing),
      }),
    })
  }
}

export const noteDoubt = (file: Collecting, names: string, at: string) =>
  file.note('people_doubtful', `“${names.slice(0, 100)}” is read as one name; it may be several.`, at)
