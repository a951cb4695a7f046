import { Readable } from 'node:stream'
import { invalid, type Kind } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { isoNow } from '../../base/clock.ts'
import { exportRecords } from '../../content/export.ts'
import { appendAudit } from '../../store/access/audit.ts'
import type { MemberCall } from '../route.ts'
import { type ListQuery, listRequestOf } from './kind-list.ts'
import type { KindRouteParts } from './kind-route-parts.ts'

/** Whether an address asks for a table. */
export function isTable(url: string): boolean {
  const at = url.indexOf('?')
  return at >= 0 && new URLSearchParams(url.slice(at + 1)).get('format') === 'csv'
}

/** Sends every record that matches a list query as CSV, as fast as the reader takes it. Tables of people leave a trace. */
export async function sendTable(
  kind: Kind,
  { db, clock }: Pick<KindRouteParts, 'db' | 'clock'>,
  {
    query,
    membership,
    principal,
    reply,
  }: Pick<MemberCall, 'membership' | 'principal' | 'reply'> & { query: ListQuery & { bom: boolean } },
): Promise<undefined> {
  if (query.expand) throw invalid('?expand', 'unknown_parameter', 'is not a parameter of a table')
  const { broadcastId } = membership
  const { where, order } = await listRequestOf(db, broadcastId, kind, query)
  const isPersonal = kind.area !== 'content'
  if (isPersonal) {
    await appendAudit(db, {
      action: 'people.listed',
      broadcastId,
      actor: actorOf(principal),
      details: { kind: kind.name, format: 'csv' },
      at: isoNow(clock),
    })
  }
  const table = exportRecords(db, broadcastId, kind, {
    where,
    order,
    locale: query.locale ?? undefined,
    fields: query.fields,
    withMark: query.bom,
  })
  reply
    .header('cache-control', isPersonal ? 'no-store' : 'private, no-cache')
    .header('content-disposition', `attachment; filename="${kind.plural}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(table, { objectMode: false }))
  return undefined
}
