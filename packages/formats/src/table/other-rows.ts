import { linksOf, pictureOf, urlOf } from '../addresses.ts'
import type { Collecting } from '../collect.ts'
import { resolveDates } from '../dates/resolve.ts'
import { timeOf } from '../dates/slots.ts'
import { categoriesOf } from '../named.ts'
import { cutTo, descriptionOf, maxTitle, titleOf } from '../texts.ts'
import { lineOf, present, textOf } from '../values.ts'
import type { GridRow } from './grid.ts'
import { wordsOf } from './header-words.ts'
import { readMoment } from './moments.ts'
import type { RowCells } from './row-cells.ts'
import type { RowContext } from './session-rows.ts'
import { categorySplitter } from './tags.ts'

/** Adds one host for each row: people, artists, companies. */
export function addHosts(file: Collecting, rows: GridRow[], cells: RowCells, { base }: RowContext): void {
  eachTitled(file, rows, cells, (row, title, categoryIds) => {
    const { at } = row
    const addressing = { at, note: file.note, base }
    const links = cells.all(row, 'url').map(({ text, column }) => {
      const words = wordsOf(column.header).split(' ')
      return { url: text, type: networks.find((network) => words.includes(network)) }
    })
    file.host({
      id: cells.one(row, 'id'),
      at,
      fields: present({
        title,
        subtitle: cutTo(lineOf(cells.one(row, 'subtitle')), maxTitle, at, file.note),
        description: descriptionOf([cells.one(row, 'description')], at, file.note),
        links: linksOf(links, addressing),
        media: pictureOf(cells.one(row, 'image'), addressing),
        categoryIds,
      }),
    })
  })
}

const networks = 'linkedin twitter x mastodon instagram facebook github bluesky youtube website'.split(' ')

/** Adds one place for each row: stages, stands, facilities. */
export function addPlaces(file: Collecting, rows: GridRow[], cells: RowCells): void {
  eachTitled(file, rows, cells, (row, title, categoryIds) => {
    const { at } = row
    const [longitude, latitude] = [cells.one(row, 'longitude'), cells.one(row, 'latitude')]
    const [x, y] = [degrees(longitude, 180), degrees(latitude, 90)]
    const position = x === undefined || y === undefined ? undefined : { x, y }
    if (!position && (longitude ?? latitude) !== undefined)
      file.note('invalid_position', 'The position of this row cannot be read; it is left out.', at)
    const description = descriptionOf([cells.one(row, 'description')], at, file.note)
    file.place({ id: cells.one(row, 'id'), at, fields: present({ title, description, position, categoryIds }) })
  })
}

function degrees(text: string | undefined, limit: number): number | undefined {
  const number = text === undefined ? Number.NaN : Number(text.replace(',', '.').replace('°', ''))
  return Number.isFinite(number) && Math.abs(number) <= limit ? number : undefined
}

/** Adds one article for each row. */
export function addArticles(file: Collecting, rows: GridRow[], cells: RowCells, context: RowContext): void {
  const written = (row: GridRow) => cells.one(row, 'date') ?? cells.one(row, 'start')
  const moments = new Map(rows.map((row) => [row, readMoment(written(row))]))
  const dates = resolveDates(
    [...moments.values()].flatMap((moment) => moment?.date ?? []),
    context,
  )
  eachTitled(file, rows, cells, (row, title, categoryIds) => {
    const { at } = row
    const moment = moments.get(row)
    const day = moment?.date && dates.dayOf(moment.date)
    if (day === undefined && written(row) !== undefined)
      file.note('invalid_time', 'The date of this row cannot be read; it is left out.', at)
    const time = timeOf({ day, start: moment?.start ?? 0, offset: moment?.offset }, context.timeZone)
    file.article({
      id: cells.one(row, 'id') ?? cells.one(row, 'url'),
      at,
      fields: present({
        title,
        content: textOf(cells.one(row, 'description')),
        publishedAt: time?.start ?? undefined,
        coverImageUrl: urlOf(cells.one(row, 'image'), { at, note: file.note, base: context.base }),
        categoryIds,
      }),
    })
  })
}

type Add = (row: GridRow, title: string, categoryIds: unknown[]) => void

function eachTitled(file: Collecting, rows: GridRow[], cells: RowCells, add: Add): void {
  const [namesOf, category] = [categorySplitter(rows, cells), categoriesOf(file)]
  for (const row of rows) {
    const title = titleOf(cells.one(row, 'title'), row.at, file)
    if (title !== undefined)
      add(
        row,
        title,
        namesOf(row).map((name) => category(name, row.at)),
      )
  }
}
