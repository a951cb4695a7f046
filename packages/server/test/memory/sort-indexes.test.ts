import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@marquee/model'
import { isRemembered } from '../../src/store/memory/memory.ts'
import { sql } from '../../src/store/sql.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.stop())

test('every kind that is never in memory has indexes for the order of its lists, and no other kind pays for them', async () => {
  const stored = Object.values(kinds).filter((kind) => kind.timeline === undefined && !isRemembered(kind))
  for (const name of ['records_by_created', 'records_by_updated']) {
    const [index] = await service.platform.db.query<{ definition: string }>(
      sql`select pg_get_indexdef(to_regclass(${name})) as definition`,
    )
    const [, condition = ''] = index?.definition.split(' WHERE ') ?? []
    const indexed = [...condition.matchAll(/'(\w+)'/g)].map(([, kind]) => kind)
    assert.deepEqual(indexed.toSorted(), stored.map((kind) => kind.name).toSorted(), name)
  }
})
