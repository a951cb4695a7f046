import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

const connections = 2
let service: TestService
let tenant: TestTenant
before(async () => {
  service = await startService({ MARQUEE_DB_POOL: String(connections) })
  tenant = await service.newTenant()
})
after(() => service.stop())

/** A statement gets this many plans of its own before the server compares them with one for all values. */
const plansBefore = 5

interface Prepared {
  statement: string
  custom: number
  generic: number
}

/** The prepared statements that write, of all connections. The server shows each connection its own, so all are asked at once. */
async function findWrites(): Promise<Prepared[]> {
  const ofEach = await Promise.all(
    Array.from({ length: connections }, () =>
      service.platform.db.query<Prepared>(sql`
        with waited as materialized (select pg_sleep(0.2))
        select statement, custom_plans as custom, generic_plans as generic
        from waited, pg_prepared_statements where statement ~ 'insert into changes'`),
    ),
  )
  return ofEach.flat()
}

/** Writes so many sessions at a time, first new ones, then a change of each. */
async function writeSessions(atOnce: number, rounds: number): Promise<void> {
  const path = `${tenant.path}/broadcastSessions`
  for (let round = 0; round < rounds; round++) {
    const created = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        tenant.api('POST', '/v1/events', {
          title: `Concert ${index}`,
          start_time: '2027-07-01T20:00:00Z',
          end_time: '2027-07-01T21:00:00Z',
          category: 'concert',
        }),
      ),
    )
    const changed = await Promise.all(
      created.map(({ body }) => tenant.api('PATCH', `${path}/${body.id}`, { title: 'It has moved' })),
    )
    for (const { status, text } of [...created, ...changed]) assert.ok(status < 300, text)
  }
}

test('writes soon run without planning, one at a time as in small and large groups', inOnePlace, async () => {
  for (const atOnce of [1, 2, 5, 24]) await writeSessions(atOnce, 20)
  const often = (await findWrites()).filter(({ custom, generic }) => custom + generic > 2 * plansBefore)
  assert.ok(often.length >= 4, `${often.length} statements were sent often`)
  for (const { statement, custom, generic } of often)
    assert.equal(custom, plansBefore, `${custom} of ${custom + generic} times planned anew: ${statement}`)
})
