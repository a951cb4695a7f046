import { type AnyRecord, invalid, type Kind } from '@marquee/model'
import { notFound } from '../base/errors.ts'
import { hasMoreValues, maxRecordValues } from '../base/json.ts'
import { lockRecord, type StoredRecord } from '../store/records/records.ts'
import { isObject, type Recheck, withAllErrors } from './all-errors.ts'
import { recheckCreate } from './create-record.ts'
import { normalizeInstants } from './instants.ts'
import { requireLocales } from './locales.ts'
import { save } from './logged-write.ts'
import { withIds } from './named-references.ts'
import { applyPatch, changedFields } from './patch.ts'
import { plainJson, prepared, requireMatch, zoneFor } from './prepare-record.ts'
import { requireTargets } from './references.ts'
import { rewriteRecord } from './rewrite-record.ts'
import { ruleOf } from './rules/index.ts'
import { type AbsorbedSecrets, absorbSecrets, type SealedSecrets, secretContext } from './secrets.ts'
import { checkPatch, patchErrors } from './shape.ts'
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
  options: UpdateOptions = {},
): Promise<AnyRecord> {
  // A body that depends on the record is checked again by its author.
  if (typeof body === 'function') return patchRecord(writing, kind, by, body, options)
  const [sent] = await withIds(writing, kind, [body])
  return withAllErrors(
    () => patchRecord(writing, kind, by, sent, options),
    () => recheckUpdate(writing, kind, by, sent, options.service),
  )
}

/** How a patch that was refused is checked for all its errors. A reference that is new means a new record. */
async function recheckUpdate(
  writing: Writing,
  kind: Kind,
  by: { id: string } | { reference: string },
  body: unknown,
  service: Record<string, unknown> = {},
): Promise<Recheck> {
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, by)
  if (!stored && 'reference' in by)
    return recheckCreate(writing, kind, { body: isObject(body) ? { ...body, _reference: by.reference } : body })
  return recheckPatch(writing, kind, stored, body, service)
}

/** How a patch of a stored record is checked for all its errors. */
export function recheckPatch(
  writing: Writing,
  kind: Kind,
  stored: StoredRecord | undefined,
  body: unknown,
  service: Record<string, unknown> = {},
): Recheck {
  return {
    writing,
    kind,
    body,
    shape: (sent) => patchErrors(kind, sent),
    draft:
      stored &&
      (async (sent) => {
        const before: AnyRecord = JSON.parse(stored.body)
        const { drafted } = await patched(writing, kind, { record: before, secrets: stored.secrets }, sent, service)
        await prepared(writing, kind, before, drafted, service)
      }),
  }
}

async function patchRecord(
  writing: Writing,
  kind: Kind,
  by: { id: string } | { reference: string },
  body: unknown | ((before: AnyRecord) => Promise<unknown>),
  { precondition, service = {} }: UpdateOptions,
): Promise<AnyRecord> {
  const early = typeof body === 'function' ? undefined : checkPatch(kind, body)
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, by)
  if (!stored) throw notFound()
  const before: AnyRecord = JSON.parse(stored.body)
  const sent = JSON.parse(plainJson(early ?? checkPatch(kind, typeof body === 'function' ? await body(before) : body)))
  const known = { record: before, secrets: stored.secrets }
  const { absorbed, drafted } = await patched(writing, kind, known, sent, service)
  await requireMatch(precondition, before)
  const after = await prepared(writing, kind, before, drafted, service)
  const isOwn = (name: string) => !kind.fields[name]?.derived
  const fields = [...new Set([...changedFields(before, after).filter(isOwn), ...absorbed.fields])]
  if (fields.length === 0) return before
  if (stored.body.length > mergedBytes) requireSize(after)
  const changed = Object.fromEntries(fields.map((name) => [name, after[name]]))
  await requireTargets(writing, kind, [{ before, after: changed }])
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

/** The record after a patch whose shape was checked, before the rules of its kind. The patch is changed. */
async function patched(
  writing: Writing,
  kind: Kind,
  before: { record: AnyRecord; secrets: SealedSecrets | null },
  sent: Record<string, unknown>,
  service: Record<string, unknown>,
): Promise<{ absorbed: AbsorbedSecrets; drafted: AnyRecord }> {
  ruleOf(kind).arriving?.({ writing, sent })
  await normalizeInstants(kind, sent, () => zoneFor(writing, kind, sent))
  await requireLocales(writing, kind, before.record, sent)
  const absorbed = absorbSecrets(
    kind,
    sent,
    before,
    writing.vault,
    secretContext(writing.broadcastId, kind, before.record._id),
  )
  return { absorbed, drafted: applyPatch(kind, before.record, absorbed.sent, service) }
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
