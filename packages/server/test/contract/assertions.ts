import assert from 'node:assert/strict'
import type { AnyRecord, Kind } from '@marquee/model'
import type { Reply } from '../support/service.ts'
import type { Body } from './samples.ts'
import type { Row, Stage } from './stage.ts'

/** Every sent field is returned as sent; a secret is returned as a mark, and a merged object with its previous members. */
export function assertReturned(kind: Kind, record: AnyRecord, sent: Body, before: Body = {}): void {
  for (const [name, value] of Object.entries(sent)) {
    const field = kind.fields[name]
    const merged = field?.merged ? { ...(before[name] as Body), ...(value as Body) } : value
    if (Array.isArray(field?.secret)) assertEntries(record[name] as Body[], value as Body[], field.secret)
    else assert.deepEqual(record[name], field?.secret === true ? { set: true } : merged, name)
  }
}

/** Entries with secrets are returned with an id and a mark instead of them. */
function assertEntries(returned: Body[], sent: Body[], secrets: string[]): void {
  const open = ([name]: [string, unknown]) => !secrets.includes(name) && name !== 'id' && name !== 'set'
  const openOf = (entry: Body) => Object.fromEntries(Object.entries(entry).filter(open))
  assert.deepEqual(returned.map(openOf), sent.map(openOf))
  for (const { id, set } of returned) assert.deepEqual([typeof id, set], ['string', true])
}

export interface ExpectedRow {
  kind?: string
  operation: string
  record: AnyRecord
  fields: string[]
}

/** The rows of the log since a number are these, numbered without a gap, with the record after each. */
export async function assertLogged(stage: Stage, since: number, expected: ExpectedRow[]): Promise<void> {
  const { rows, sequence } = await stage.log(since)
  const logged = stage.kind.logging === 'unlogged' ? [] : expected
  const actor = stage.kind.area === 'members' ? 'user' : 'key'
  assert.deepEqual(
    rows.map((row) => ({ ...pick(row), fields: row.fields.toSorted(), actor: row.actor.type })),
    logged.map(({ kind = stage.kind.name, operation, record, fields }, index) => ({
      sequence: since + index + 1,
      kind,
      id: record._id,
      operation,
      record: operation === 'delete' ? null : record,
      fields: fields.toSorted(),
      actor,
    })),
  )
  assert.equal(sequence, since + rows.length, 'no other rows were written')
}

const pick = ({ sequence, kind, id, operation, record }: Row) => ({ sequence, kind, id, operation, record })

export function assertProblem(reply: Reply, status: number, code: string): void {
  assert.deepEqual([reply.status, reply.body?.code], [status, code], reply.text)
}

/** The pointers and codes of an error response. */
export function fieldErrorsOf(reply: Reply, status: number): [string, string][] {
  assert.equal(reply.status, status, reply.text)
  return reply.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])
}
