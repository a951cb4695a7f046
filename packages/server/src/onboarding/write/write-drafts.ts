import { type AnyRecord, kindNamed } from '@marquee/model'
import type { Tenant } from '../../base/tenant.ts'
import type { Tx } from '../../store/db.ts'
import { type MadeRecord, saveMadeRecords } from '../../store/queues/onboarding.ts'
import { findRecord } from '../../store/records/records.ts'
import type { Draft } from '../compose/drafts.ts'
import type { ContentWrites } from './content-writes.ts'
import { digestsOf, fieldsToWrite } from './keeping.ts'
import type { Names } from './names.ts'

export interface DraftWriting {
  tx: Tx
  tenant: Tenant
  writes: ContentWrites
  names: Names
  /** The status of new records. */
  status: 'draft' | 'published'
  at: string
}

/** Writes records of one kind: creates new ones, and updates the others where people have not changed them. */
export async function writeDrafts(writing: DraftWriting, drafts: Draft[]): Promise<void> {
  const own = drafts.filter(({ reference }) => !writing.names.isForeign(reference))
  const isNew = ({ reference }: Draft) => writing.names.made(reference) === undefined
  const made = [
    ...(await createAll(writing, own.filter(isNew))),
    ...(await updateAll(
      writing,
      own.filter((draft) => !isNew(draft)),
      ({ body }) => body,
    )),
  ]
  await remember(writing, made)
  const linked = own.filter((draft) => draft.linked && writing.names.made(draft.reference)?.isThere)
  await remember(writing, await updateAll(writing, linked, (draft) => draft.linked ?? {}))
}

type Made = Omit<MadeRecord, 'isThere'>

async function remember({ tx, tenant, names }: DraftWriting, made: Made[]): Promise<void> {
  if (made.length > 0) await saveMadeRecords(tx, tenant.broadcastId, made)
  for (const one of made) names.add({ ...one, written: { ...names.made(one.reference)?.written, ...one.written } })
}

/** All at once; if one is refused, each by itself, so that one invalid record does not prevent the others. */
async function createAll(writing: DraftWriting, drafts: Draft[]): Promise<Made[]> {
  const [first] = drafts
  if (!first) return []
  const { writes, names } = writing
  const kind = kindNamed(first.kind)
  const ready = drafts.flatMap((draft) => {
    const id = names.id(draft.reference)
    return id ? [{ draft, record: { id, body: bodyOf(writing, draft) } }] : []
  })
  const all = await writes.attempt(() =>
    writes.create(
      kind,
      ready.map(({ record }) => record),
    ),
  )
  if (all) return ready.flatMap(({ draft }, at) => madeOf(draft, all[at]))
  const made: Made[] = []
  for (const { draft, record } of ready) {
    const alone = await writes.attempt(() => writes.create(kind, [record]))
    made.push(...madeOf(draft, alone?.[0]))
  }
  return made
}

async function updateAll(
  { tx, tenant, writes, names }: DraftWriting,
  drafts: Draft[],
  wantedOf: (draft: Draft) => Record<string, unknown>,
): Promise<Made[]> {
  const made: Made[] = []
  for (const draft of drafts) {
    const before = names.made(draft.reference)
    const kind = kindNamed(draft.kind)
    const body = before?.isThere ? await findRecord(tx, tenant.broadcastId, kind, before.recordId) : undefined
    if (!before || body === undefined) continue
    const { key: _fixed, ...wanted } = wantedOf(draft)
    const fields = fieldsToWrite(kind, JSON.parse(body), before.written, wanted)
    const after = await writes.attempt(() => writes.update(kind, before.recordId, fields))
    if (after) made.push({ ...before, written: digestsOf(after, Object.keys(fields)) })
  }
  return made
}

function bodyOf({ status, at }: DraftWriting, { kind, reference, source, body }: Draft): Record<string, unknown> {
  const hasStatus = 'status' in kindNamed(kind).fields
  return { ...body, ...(hasStatus && { status }), _reference: reference, metadata: { source: { ...source, at } } }
}

const madeOf = ({ kind, reference, body }: Draft, record: AnyRecord | undefined): Made[] =>
  record ? [{ kind, reference, recordId: record._id, written: digestsOf(record, Object.keys(body)) }] : []
