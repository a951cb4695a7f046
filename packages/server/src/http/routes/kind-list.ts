import { exampleRecord, type Kind } from '@marquee/model'
import type { ShownPage } from '../../content/read.ts'
import { type ListBody, listBody, shortListBody } from '../list-body.ts'
import { choice, day, flag, integer, json, type ParamValues, text } from '../params.ts'
import type { Answer } from '../route.ts'
import { viewParams } from './kind-route-parts.ts'

/** The parameters of a list of one kind. */
export function listParams(kind: Kind) {
  return {
    filters: json('A JSON array of filters, such as `[{"title":{"$contains":"jazz"}}]`.', [
      { _id: { $gt: '66a1f0c2d4e5b60718293a4b' } },
    ]),
    filtersLogical: choice(['$and', '$or', '$nor'], { default: '$and', description: 'How the filters are combined.' }),
    limit: integer({
      default: 50,
      min: 0,
      clampTo: 200,
      description: 'How many records; more than 200 counts as 200.',
    }),
    skip: integer({ default: 0, min: 0, description: 'How many records to skip.' }),
    startId: text('Start after this record in the order of the list.', 100),
    sort: json('A JSON object of field and direction; by default the newest first.', { _createdAt: 'desc' }),
    ...viewParams(kind),
    ...(kind.dayField && { day: day('Only records of this day of the broadcast.') }),
  }
}

/** The parameters for CSV. */
export const tableParams = {
  format: choice(['json', 'csv'], {
    default: 'json',
    description: '`csv` returns every matching record as a table; `limit`, `skip` and `startId` are ignored then.',
  }),
  bom: flag('Begins the CSV with a byte order mark, by which spreadsheets recognize UTF-8.'),
}

export type ListQuery = ParamValues<ReturnType<typeof listParams>>

export async function listAnswer(kind: Kind, query: ListQuery, page: ShownPage): Promise<Answer> {
  return answerOf(page, await listBody(listStart, page.bodies, endOf(kind, query, page)))
}

/** The same of a list that is short. */
export function shortListAnswer(kind: Kind, query: ListQuery, page: ShownPage): Answer | undefined {
  const body = shortListBody(listStart, page.bodies, endOf(kind, query, page))
  return body && answerOf(page, body)
}

const listStart = '{"data":['

function endOf(kind: Kind, { limit, skip }: ListQuery, { total, nextStartId }: ShownPage): string {
  return `],"metadata":${JSON.stringify({ total, limit, skip, nextStartId })},"_type":"${kind.name}"}`
}

const answerOf = ({ sequence, isRemembered }: ShownPage, body: ListBody): Answer => ({
  status: 200,
  ...body,
  headers: { 'marquee-sequence': String(sequence) },
  isRemembered,
})

export const listExample = (kind: Kind) => ({
  data: [exampleRecord(kind)],
  metadata: { total: 1, limit: 50, skip: 0, nextStartId: null },
  _type: kind.name,
})
