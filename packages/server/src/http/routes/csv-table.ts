import { Readable } from 'node:stream'
import { invalid, type Kind } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { exportTable } from '../../content/export.ts'
import { listRequestOf } from '../../content/list-request.ts'
import { encodingFor } from '../encoded-body.ts'
import { encodedStream } from '../encoded-stream.ts'
import type { MemberCall } from '../route.ts'
import { varyByEncoding } from '../send.ts'
import type { ListQuery } from './kind-list.ts'
import type { KindRouteParts } from './kind-route-parts.ts'

/** Whether a URL requests CSV. */
export function isTable(url: string): boolean {
  const at = url.indexOf('?')
  return at >= 0 && new URLSearchParams(url.slice(at + 1)).get('format') === 'csv'
}

/** Streams every record that matches a list query as CSV, at the speed of the reader. */
export async function sendTable(
  kind: Kind,
  { db, facts, clock }: Pick<KindRouteParts, 'db' | 'facts' | 'clock'>,
  {
    query,
    membership,
    principal,
    headers,
    reply,
  }: Pick<MemberCall, 'membership' | 'principal' | 'headers' | 'reply'> & { query: ListQuery & { bom: boolean } },
): Promise<undefined> {
  if (query.expand) throw invalid('?expand', 'unknown_parameter', 'is not a parameter of a table')
  const { broadcastId } = membership
  const { where, order } = await listRequestOf(() => facts.calendar(broadcastId), kind, query)
  const table = await exportTable({ db, clock }, broadcastId, kind, actorOf(principal), {
    where,
    order,
    locale: query.locale ?? undefined,
    fields: query.fields,
    withMark: query.bom,
  })
  const encoding = encodingFor(headers['accept-encoding'], Number.POSITIVE_INFINITY)
  varyByEncoding(reply)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply
    .header('cache-control', kind.area !== 'content' ? 'no-store' : 'private, no-cache')
    .header('content-disposition', `attachment; filename="${kind.plural}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(encodedStream(Readable.from(table, { objectMode: false }), encoding))
  return undefined
}
