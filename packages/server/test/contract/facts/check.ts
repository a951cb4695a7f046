import assert from 'node:assert/strict'
import { changePlan } from '../../../src/access/plans.ts'
import type { Reply, TestService, TestTenant } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { type Fact, fact } from './fact.ts'
import type { Ground } from './ground.ts'

export const objectId = /^[0-9a-f]{24}$/
/** Text that is a UTC instant in ISO 8601. */
export const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** An id that no record has. */
export const missingId = '0'.repeat(24)

/** The body of a successful response. */
// biome-ignore lint/suspicious/noExplicitAny: checks look into answers of every shape
export function accepted(reply: Reply, status = 200): any {
  assert.equal(reply.status, status, reply.text)
  return reply.body
}

/** Asserts a 400 that names the place, or a place around it where a choice of shapes does not fit. */
export function refused(reply: Reply, pointer?: string): void {
  assert.equal(reply.status, 400, reply.text)
  if (pointer === undefined) return
  const pointers: string[] = reply.body.errors.map((error: { pointer: string }) => error.pointer)
  assert(
    pointers.some((named) => named.startsWith(pointer) || pointer.startsWith(named)),
    `${pointers.join(', ')} instead of ${pointer}`,
  )
}

/** A broadcast whose owner has the plan `free`. */
export async function freeTenant(service: TestService): Promise<TestTenant> {
  const tenant = await service.newTenant()
  await changePlan(service.platform, tenant.userId, 'free', { type: 'command' })
  await until(async () => (await tenant.api('GET', tenant.path)).status === 403, 'a refusal')
  return tenant
}

/** Opens something that is written field by field. */
export type Target = (ground: Ground) => Promise<(body: object) => Promise<Reply>>

export const broadcast: Target =
  async ({ key, tenant }) =>
  (body) =>
    key('PATCH', tenant.path, body)

/** A new record on Surface B, which is patched. */
export const recordOf =
  (plural: string, initial: object = {}): Target =>
  async ({ key, tenant, make }) => {
    const { _id } = await make(plural, initial)
    return (body) => key('PATCH', `${tenant.path}/${plural}/${_id}`, body)
  }

/** Creates something on Surface A for each body. */
export const createOf =
  (collection: string, base: object = {}): Target =>
  async ({ key }) =>
  (body) =>
    key('POST', `/v1/${collection}`, { ...base, ...body })

export interface Values {
  takes?: unknown[]
  refuses?: unknown[]
  /** The body around a value; by default only the field at the pointer. */
  body?: (value: unknown) => object
}

/** A fact about one field: values in `takes` are stored and returned as sent, values in `refuses` are 400 there. */
export function field(id: string, sentence: string, target: Target, pointer: string, values: Values): Fact {
  const { takes = [], refuses = [], body = (value: unknown) => bodyAt(pointer, value) } = values
  assert(takes.length + refuses.length > 0, `${id} checks nothing`)
  return fact(id, sentence, async (ground) => {
    const write = await target(ground)
    for (const value of takes) {
      const reply = await write(body(value))
      assert(reply.status === 200 || reply.status === 201, `${JSON.stringify(value)}: ${reply.text}`)
      assert.deepEqual(valueAt(reply.body, pointer), value)
    }
    for (const value of refuses) refused(await write(body(value)), pointer)
  })
}

/** An object with a value at a pointer; `/blocks/0/type` makes a list of one. */
function bodyAt(pointer: string, value: unknown): object {
  const names = pointer.split('/').slice(1)
  return names.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value) as object
}

export function valueAt(body: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce<unknown>((value, name) => Reflect.get(Object(value), name), body)
}

/** Colors in each of the allowed lengths, and texts that are none. */
export const colors = {
  takes: ['#abc', '#ABCD', '#a1b2c3', '#A1B2C3D4'],
  refuses: ['red', '#ab', '#abcde', '#abcdefg', 'abc', 7],
}
/** An objectId has exactly 24 characters. */
export const wrongIds = ['a'.repeat(23), 'a'.repeat(25), 'z'.repeat(24), '', 7]
