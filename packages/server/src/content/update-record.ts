import { type AnyRecord, invalid, type Kind } from '@marquee/model'
import { notFound } from '../base/errors.ts'
import { hasMoreValues, maxRecordValues } from '../base/json.ts'
import { lockRecord } from '../store/records/records.ts'
import { normalizeInstants } from './instants.ts'
import { save } from './logged-write.ts'
import { applyPatch, changedFields } from './patch.ts'
import { plainJson, prepared, requireMatch, zoneFor } from './prepare-record.ts'
import { requireTargets } from './references.ts'
import { ruleOf } from './rules/index.ts'
import type { RewriteRecord } from './rules/rule.ts'
import { absorbSecrets, secretContext } from './secrets.ts'
import { checkPatch } from './shape.ts'
import type { Precondition, Writing } from './writing.ts'

export interface UpdateOptions {
  precondition?: Precondition | undefined
  /** Fields that only the service sets. */
  service?: Record<string, unknown>
}

/** Patches a record. A body that depends on the record is a function of it, called once the record is locked. */
export async function updateRecord(
  writing: Writing,
  kind: Kind,
  by: { id: string } | { reference: string },
  body: unknown | ((before: AnyRecord) => Promise<unknown>),
  { precondition, service = {} }: UpdateOptions = {},
): Promise<AnyRecord> {
  const early = typeof body === 'function' ? undefined : checkPatch(kind, body)
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, by)
  if (!stored) throw notFound()
  const before: AnyRecord = JSON.parse(stored.body)
  const sent = JSON.parse(plainJson(early ?? checkPatch(kind, typeof body === 'function' ? await body(before) : body)))
  ruleOf(kind).arriving?.({ writing, sent })
  await normalizeInstants(kind, sent, () => zoneFor(writing, kind, sent))
  const absorbed = absorbSecrets(
    kind,
    sent,
    { record: before, secrets: stored.secrets },
    writing.vault,
    secretContext(writing.broadcastId, kind, before._id),
  )
  const drafted = { ...applyPatch(kind, before, absorbed.sent), ...service }
  await requireMatch(precondition, before)
  const after = await prepared(writing, kind, before, drafted, service)
  const isOwn = (name: string) => !kind.fields[name]?.derived
  const fields = [...new Set([...changedFields(before, after).filter(isOwn), ...absorbed.fields])]
  if (fields.length === 0) return before
  if (stored.body.length > mergedBytes) requireSize(after)
  await requireTargets(writing, kind, [{ before, after }])
  await save(
    writing,
    { kind, record: after, ...(absorbed.secrets !== undefined && { secrets: absorbed.secrets }) },
    before,
    fields,
  )
  await ruleOf(kind).saved?.({ writing, before, after, rewrite: rewriteRecord })
  await writing.check?.(writing, kind, [after])
  return after
}

/** Rewrites a whole record on behalf of the service: logged like any change, but not validated. */
export const rewriteRecord: RewriteRecord = async (writing, kind, id, rewrite) => {
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, { id })
  if (!stored) return
  const before: AnyRecord = JSON.parse(stored.body)
  const record = rewrite(before)
  const fields = changedFields(before, record)
  if (fields.length > 0) await save(writing, { kind, record }, before, fields)
}

/** The size of a body is limited when it is parsed; that of a record merged from several bodies, here. */
function requireSize(record: AnyRecord): void {
  if (Buffer.byteLength(JSON.stringify(record)) > maxRecordBytes || hasMoreValues(record, 2 * maxRecordValues))
    throw invalid('', 'too_large', 'would make the record larger than 1.25 MB, or than 40000 values')
}

/** The maximum size of a body, plus what the service adds. */
const maxRecordBytes = 1_310_720
/** A smaller record cannot become too large by one patch. */
const mergedBytes = 32_768
