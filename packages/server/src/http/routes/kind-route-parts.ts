import { type AnyRecord, expandableFields, invalid, type Kind, shapes } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import type { Right } from '../../access/rights.ts'
import type { Clock } from '../../base/clock.ts'
import { AppError } from '../../base/errors.ts'
import { isObjectId, objectIdRule } from '../../base/object-id.ts'
import type { Conflicts } from '../../conflicts/conflicts.ts'
import type { Changing, Content } from '../../content/content.ts'
import type { Renderer } from '../../content/rendering.ts'
import type { CheckWritten, Writing } from '../../content/writing.ts'
import { writtenJson } from '../../content/written-json.ts'
import type { KeyScope } from '../../store/access/idempotency.ts'
import type { Db } from '../../store/db.ts'
import type { BroadcastFacts } from '../../store/memory/broadcast-facts.ts'
import type { Memory } from '../../store/memory/memory.ts'
import { matcher } from '../etag.ts'
import type { RunOnce } from '../idempotent.ts'
import { choice, flag, locale, names, text } from '../params.ts'
import type { Answer, AnswerSpec, MemberCall } from '../route.ts'
import { refusedExample } from './conflict-schemas.ts'

export interface KindRouteParts {
  content: Content
  db: Db
  memory: Memory
  facts: BroadcastFacts
  clock: Clock
  conflicts: Conflicts
  renderer: Renderer
  runOnce: RunOnce
}

export const broadcastPath = '/v1/users/:userId/broadcasts/:broadcastId'

export const readRight = (kind: Kind): Right => (kind.area === 'members' ? 'members.manage' : `${kind.area}.read`)
export const writeRight = (kind: Kind): Right => (kind.area === 'members' ? 'members.manage' : `${kind.area}.write`)

export const localeParam = locale('Replaces localizable fields by those of this language of the broadcast.')

/** The parameters that shape how records are shown. */
export function viewParams(kind: Kind) {
  const fields = Object.keys(kind.fields)
  return {
    locale: localeParam,
    fields: names(fields, 'The fields to return; `_id` is always included.'),
    expand: names(
      [...expandableFields(kind).keys()],
      'References to expand; their targets are returned under `_expanded`.',
    ),
  }
}

/** The point in time to read, for kinds whose changes are logged. */
export const atParam = text(
  "As it stood at a revision, by its id, or at an instant; one without an offset is read in the broadcast's time zone.",
  64,
)

export const expiredAnswer = { description: 'With `?at=`: the version of that time is no longer stored.' }

export const readOptionsOf = (query: {
  locale: string | null
  fields: string[] | undefined
  expand: string[] | undefined
  at?: string | null
}) => ({
  locale: query.locale ?? undefined,
  fields: query.fields,
  expand: query.expand,
  at: query.at ?? undefined,
})

export const dryRun = flag('A dry run: returns the changes without making them.')

/** Checks that a write can request before its commit, for kinds that can conflict. */
export const checkParams = (kind: Kind) => ({
  ...(kind.occupies && {
    check: choice(['conflicts'], {
      default: null,
      description: 'Refuses the write with 409 when it conflicts with the rest of the programme.',
    }),
    locale: locale('The language of the sentences about conflicts.'),
  }),
})

interface CheckQuery {
  check?: 'conflicts' | null
  locale?: string | null
}

export function checkOf(
  { conflicts }: KindRouteParts,
  { check, locale: language }: CheckQuery,
): CheckWritten | undefined {
  if (!check) return undefined
  return ({ tx, broadcastId }, kind, records) => conflicts.check(tx, broadcastId, kind, records, language ?? 'en')
}

/** Documents the responses of `?check=`. */
export const checkAnswers = (kind: Kind): Record<number, AnswerSpec> =>
  kind.occupies ? { 409: { description: refusal, example: refusedExample } } : {}

const refusal =
  'It conflicts with existing content. With `?check=conflicts` the problem has `conflicts`, each as `GET .../conflicts` shows it.'

/** The written record, or the result of a dry run. */
export async function writeAnswer(
  { content }: KindRouteParts,
  call: MemberCall & { query: { dry_run: boolean } },
  status: number,
  work: (writing: Writing) => Promise<AnyRecord>,
  changing?: Changing,
): Promise<Answer> {
  if (call.query.dry_run) return rehearsalAnswer(content, call, status, work)
  const record = await content.write(call.membership, actorOf(call.principal), work, changing)
  return { status, json: writtenJson(record), etag: true }
}

export async function rehearsalAnswer(
  content: Content,
  call: MemberCall,
  status: number | (() => number),
  work: (writing: Writing) => Promise<Record<string, unknown> | null>,
): Promise<Answer> {
  const { record, changes } = await content.rehearse(call.membership, actorOf(call.principal), work)
  return {
    status: 200,
    json: {
      dry_run: true,
      would_status: typeof status === 'function' ? status() : status,
      record,
      changes: changes.map(({ kind, id, operation, fields }) => ({ kind: kind.name, id, operation, fields })),
      event_types: [...new Set(changes.flatMap(({ eventTypes }) => eventTypes))],
    },
  }
}

/** The id of a record in the path. */
export function idIn(params: Record<string, string>, name: string): string {
  const id = params[name] ?? ''
  if (!isObjectId(id)) throw new AppError('invalid_id', `The id in the path must be ${objectIdRule}.`)
  return id
}

export const deleteResultSchema = {
  title: 'DeleteResult',
  type: 'object',
  required: ['success', 'referenceType', 'referenceId', 'operationType'],
  properties: {
    success: { type: 'boolean' },
    referenceType: { type: 'string' },
    referenceId: shapes.ObjectId,
    operationType: { type: 'string', enum: ['delete'] },
  },
}

export const deleteResult = (kind: Pick<Kind, 'name'>, id: string) => ({
  success: true,
  referenceType: kind.name,
  referenceId: id,
  operationType: 'delete',
})

/** Idempotency keys are scoped to the caller. */
export const scopeOf = ({ membership: { broadcastId }, principal }: MemberCall): KeyScope => ({
  broadcastId,
  caller: `${broadcastId}/${principal.type}/${principal.id}`,
})

export function preconditionOf(call: MemberCall) {
  const matches = matcher(call.headers['if-match'])
  return matches && ((record: AnyRecord) => matches(JSON.stringify(record)))
}

/** A body may repeat the reference in its path, but not differ from it. */
export function requireReference(reference: string, body: unknown, field: string): void {
  const sent = Object(body)[field]
  if ([...reference].length > 200) throw invalid(`/${field}`, 'max_length', 'must not have more than 200 characters')
  if (sent !== undefined && sent !== reference)
    throw invalid(`/${field}`, 'mismatch', 'must equal the reference in the path')
}

/** When two callers create the same reference concurrently, the second finds the first one's record when it retries. */
export async function againIfTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof AppError && error.code === 'reference_taken') return write()
    throw error
  }
}
