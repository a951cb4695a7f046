import { type AnyRecord, invalid, isTimeZone, type Kind } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { calendarOf } from './calendar.ts'
import { ordered } from './patch.ts'
import { ruleOf } from './rules/index.ts'
import type { Precondition, Writing } from './writing.ts'

/** The record after the rule of its kind, within the limits that apply to all kinds. Its fields are in order before, and afterwards. */
export async function prepared(
  writing: Writing,
  kind: Kind,
  before: AnyRecord | null,
  drafted: AnyRecord,
  service: Record<string, unknown> = {},
): Promise<AnyRecord> {
  const completed = (await ruleOf(kind).prepare?.({ writing, before, after: drafted, service })) ?? drafted
  const after = completed === drafted ? drafted : ordered(kind, completed)
  const isNew = after.metadata !== before?.metadata
  if (isNew && Buffer.byteLength(JSON.stringify(after.metadata)) > maxMetadataBytes)
    throw invalid('/metadata', 'too_large', 'must have at most 65536 bytes as JSON')
  return after
}

/** The time zone for local times: the broadcast's, after this write. */
export async function zoneFor(writing: Writing, kind: Kind, sent: Record<string, unknown>): Promise<string> {
  const { timezone } = sent
  if ('timezone' in kind.fields && typeof timezone === 'string' && isTimeZone(timezone)) return timezone
  return (await calendarOf(writing)).timeZone
}

export async function requireMatch(precondition: Precondition | undefined, record: AnyRecord): Promise<void> {
  if (precondition && !(await precondition(record))) {
    throw new AppError('precondition_failed', 'The record has changed since it was read.')
  }
}

/** JSON to build a copy from that may be modified. Minus zero becomes zero. */
export const plainJson = (value: Record<string, unknown>): string => JSON.stringify(value)

const maxMetadataBytes = 65_536
