import type { RecordScreen, Route } from '@marquee/app/address'
import { all, emptyData, type SiteData, withRecord } from '@marquee/app/data'
import type { Values } from '../data/merge.ts'

/** The record being edited, with its unsaved values. */
export interface Edited {
  kind: RecordScreen
  record: Values
}

/** The published content with unsaved edits: the broadcast, and at most one record, which is shown even as a draft. */
export function editedContent(content: SiteData | undefined, broadcast: Values, edited: Edited | undefined): SiteData {
  const data = publishedOnly(content ?? emptyData, Date.now())
  const withBroadcast = { ...data, broadcast: { ...data.broadcast, ...broadcast } }
  return edited ? withRecord(withBroadcast, edited.kind, { ...edited.record, _id: idOf(edited) }) : withBroadcast
}

/** The screen of the edited record. A new one has no id yet. */
export const routeOf = (edited: Edited): Route => ({ screen: edited.kind, id: idOf(edited) })

const idOf = ({ record }: Edited) => (typeof record._id === 'string' ? record._id : '0'.repeat(24))

function publishedOnly(data: SiteData, nowMs: number): SiteData {
  const isPublished = ({ status, publishedAt }: Record<string, unknown>) =>
    status !== 'draft' && !(typeof publishedAt === 'string' && Date.parse(publishedAt) > nowMs)
  const kinds = Object.keys(data.records) as (keyof SiteData['records'])[]
  const records = kinds.map((kind) => [
    kind,
    new Map(all(data, kind).flatMap((record) => (isPublished(record) ? [[String(record._id), record]] : []))),
  ])
  return { ...data, records: Object.fromEntries(records) }
}
