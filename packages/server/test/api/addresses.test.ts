import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { kinds } from '@marquee/model'
import { AppError } from '../../src/base/errors.ts'
import { createRecord } from '../../src/content/create-record.ts'
import { removeRecord } from '../../src/content/remove-record.ts'
import { updateRecord } from '../../src/content/update-record.ts'
import type { Writing } from '../../src/content/writing.ts'
import { tidyAddresses } from '../../src/jobs/tidy-addresses.ts'
import { reserveAddresses } from '../../src/store/control/addresses.ts'
import { sql } from '../../src/store/sql.ts'
import { countStatements } from '../contract/observed.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, apiWith, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let other: TestTenant
let nobody: Api

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  tenant = await service.newTenant()
  other = await service.newTenant()
  nobody = apiWith(service.url, {})
})
after(() => service.stop())

const kind = kinds.broadcastDiffuser
const actor = { type: 'service' as const }
const create = ({ api, path }: TestTenant, body: object) => api('POST', `${path}/broadcastDiffusers`, body)
const change = ({ api, path }: TestTenant, id: string, body: object) =>
  api('PATCH', `${path}/broadcastDiffusers/${id}`, body)
const write = (of: TestTenant, work: (writing: Writing) => Promise<unknown>) =>
  service.platform.content.write(of, actor, work)

/** The broadcast that has an address. */
async function ownerOf(address: string): Promise<string | undefined> {
  const [row] = await service.platform.control.query<{ id: string }>(
    sql`select broadcast_id as id from addresses where address = ${address}`,
  )
  return row?.id
}

const age = (address: string, minutes: number) =>
  service.platform.control.query(
    sql`update addresses set reserved_at = now() - ${minutes}::float8 * interval '1 minute' where address = ${address}`,
  )

const taken = { status: 409, code: 'value_taken', pointer: '/slug', error: 'taken' }

suite('an address', () => {
  test('of a channel is refused to all others, in the same words within a broadcast and across', async () => {
    assert.equal((await create(tenant, { slug: 'one-of-a-kind' })).status, 201)
    const replies = [await create(tenant, { slug: 'one-of-a-kind' }), await create(other, { slug: 'one-of-a-kind' })]
    for (const reply of replies) assertProblem(reply, taken)
    assert.deepEqual(replies[0]?.body.errors, replies[1]?.body.errors)
    const { body } = await create(other, {})
    assertProblem(await change(other, body._id, { slug: 'one-of-a-kind' }), taken)
    assert.equal(await ownerOf('one-of-a-kind'), tenant.broadcastId)
  })

  test('that two broadcasts want at the same time goes to one of them', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const slug = `wanted-${turn}`
      const replies = await Promise.all([tenant, other, tenant, other].map((one) => create(one, { slug })))
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409])
      for (const reply of replies) if (reply.status === 409) assertProblem(reply, taken)
    }
  })

  test('is free for others when its channel has another, has none or is deleted', async () => {
    const { body } = await create(tenant, { slug: 'first', domain: 'first.example' })
    assert.equal((await change(tenant, body._id, { slug: 'second' })).status, 200)
    assert.equal((await create(other, { slug: 'first' })).status, 201)
    assert.equal((await change(tenant, body._id, { domain: null })).status, 200)
    assert.equal((await create(other, { domain: 'first.example' })).status, 201)
    assert.equal((await tenant.api('DELETE', `${tenant.path}/broadcastDiffusers/${body._id}`)).status, 200)
    assert.equal((await create(other, { slug: 'second' })).status, 201)
  })

  test('of a deleted channel is left out of its restore when another broadcast has it, and taken otherwise', async () => {
    const ids = await Promise.all(
      ['lost-slug', 'kept-slug'].map(async (slug) => (await create(tenant, { slug })).body._id),
    )
    for (const id of ids) await tenant.api('DELETE', `${tenant.path}/broadcastDiffusers/${id}`)
    await create(other, { slug: 'lost-slug' })
    const restored = await Promise.all(ids.map((id) => tenant.api('POST', `${tenant.path}/trash/${id}/restore`)))
    assert.deepEqual(
      restored.map(({ body }) => [body.record.slug, body.left_out.length]),
      [
        [null, 1],
        ['kept-slug', 0],
      ],
    )
    assert.equal(await ownerOf('kept-slug'), tenant.broadcastId)
  })

  test('is free when its broadcast is deleted', async () => {
    const owner = await service.newTenant()
    assert.equal((await create(owner, { slug: 'leaving', domain: 'leaving.example' })).status, 201)
    assertProblem(await create(other, { slug: 'leaving' }), taken)
    assert.equal((await (await signedIn(service, owner))('DELETE', owner.path)).status, 200)
    assert.equal((await create(other, { slug: 'leaving', domain: 'leaving.example' })).status, 201)
  })

  test('moves from one channel to another in one batch', async () => {
    const { body: one } = await create(tenant, { slug: 'to-move' })
    const { body: two } = await create(tenant, {})
    await write(tenant, async (writing) => {
      await updateRecord(writing, kind, { id: one._id }, { slug: 'moved-away' })
      await updateRecord(writing, kind, { id: two._id }, { slug: 'to-move' })
    })
    assert.equal(await ownerOf('to-move'), tenant.broadcastId)
    assert.equal(await ownerOf('moved-away'), tenant.broadcastId)
    assertProblem(await create(other, { slug: 'to-move' }), taken)
  })

  test('that is taken and given up in one transaction is free afterwards', async () => {
    await write(tenant, async (writing) => {
      const { _id: id } = await createRecord(writing, kind, { slug: 'for-a-moment' })
      await updateRecord(writing, kind, { id }, { slug: 'for-two-moments' })
      await removeRecord(writing, kind, id)
    })
    assert.deepEqual([await ownerOf('for-a-moment'), await ownerOf('for-two-moments')], [undefined, undefined])
  })
})

suite('a write that fails', () => {
  test('after it took an address leaves it free', async () => {
    const failing = write(tenant, async (writing) => {
      await createRecord(writing, kind, { slug: 'not-today' })
      throw new Error('not today')
    })
    await assert.rejects(failing, /not today/)
    assert.equal(await ownerOf('not-today'), undefined)
    assert.equal((await create(other, { slug: 'not-today' })).status, 201)
  })

  test('after it gave up an address leaves it with its channel', async () => {
    const { body } = await create(tenant, { slug: 'stays' })
    const failing = write(tenant, async (writing) => {
      await updateRecord(writing, kind, { id: body._id }, { slug: 'gone' })
      await createRecord(writing, kind, { slug: 'stays' })
      throw new Error('not today')
    })
    await assert.rejects(failing, /not today/)
    assert.deepEqual([await ownerOf('stays'), await ownerOf('gone')], [tenant.broadcastId, undefined])
    assertProblem(await create(other, { slug: 'stays' }), taken)
  })

  test('in part leaves free what that part took', async () => {
    await write(tenant, async (writing) => {
      const part = writing.log.part(async () => {
        await createRecord(writing, kind, { slug: 'in-part' })
        throw new Error('not today')
      })
      await assert.rejects(part, /not today/)
      await createRecord(writing, kind, { slug: 'as-a-whole' })
    })
    assert.deepEqual([await ownerOf('in-part'), await ownerOf('as-a-whole')], [undefined, tenant.broadcastId])
  })

  test('and a dry run leave the addresses of a channel as they are', async () => {
    const { status } = await tenant.api('POST', `${tenant.path}/broadcastDiffusers?dry_run=true`, { slug: 'dry' })
    assert.deepEqual([status, await ownerOf('dry')], [200, undefined])
  })

  test('because its address was lost before the commit is refused like any conflict', async () => {
    const { control } = service.platform
    const losing = write(tenant, async (writing) => {
      await createRecord(writing, kind, { slug: 'stolen' })
      await control.query(sql`delete from addresses where address = 'stolen'`)
      await reserveAddresses(control, other.broadcastId, ['stolen'], randomUUID())
    })
    await assert.rejects(losing, { code: 'value_taken', message: 'Another broadcastDiffuser has this slug.' })
    assert.equal(await ownerOf('stolen'), other.broadcastId)
    await control.query(sql`delete from addresses where address = 'stolen'`)
  })

  test('of one writer does not keep others of the same group from their addresses', async () => {
    const { content, writeQueue } = service.platform
    await create(other, { slug: 'not-for-you' })
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const first = writeQueue.write(tenant.broadcastId, () => opened)
    const slugs = ['group-1', 'not-for-you', 'group-2']
    const writes = slugs.map((slug) => content.write(tenant, actor, (writing) => createRecord(writing, kind, { slug })))
    const settled = Promise.allSettled(writes)
    open()
    await first
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await Promise.all(slugs.map(ownerOf)), [tenant.broadcastId, other.broadcastId, tenant.broadcastId])
  })
})

suite('a reservation without a channel, as a crash leaves it', () => {
  test('looks like a missing address, and is free for its own broadcast at once', async () => {
    const { control } = service.platform
    await reserveAddresses(control, tenant.broadcastId, ['unwritten', 'unwritten.example'], randomUUID())
    for (const path of ['/unwritten/', '/unwritten.example/', '/v1/public/unwritten', '/v1/public/unwritten/bundle']) {
      const [reserved, missing] = [await nobody('GET', path), await nobody('GET', path.replace('unwritten', 'unknown'))]
      assert.deepEqual([reserved.status, missing.status], [404, 404], path)
    }
    assertProblem(await create(other, { slug: 'unwritten' }), taken)
    assert.equal((await create(tenant, { slug: 'unwritten' })).status, 201)
  })

  test('is freed after some minutes and not before; addresses of channels stay', async () => {
    const { db, control } = service.platform
    await create(tenant, { slug: 'in-use', domain: 'in-use.example' })
    await reserveAddresses(control, tenant.broadcastId, ['crashed'], randomUUID())
    for (const address of ['in-use', 'in-use.example']) await age(address, 60)
    await tidyAddresses({ db, control })
    assert.equal(await ownerOf('crashed'), tenant.broadcastId)
    await age('crashed', 60)
    await tidyAddresses({ db, control })
    assert.equal(await ownerOf('crashed'), undefined)
    assert.deepEqual(await Promise.all(['in-use', 'in-use.example'].map(ownerOf)), [
      tenant.broadcastId,
      tenant.broadcastId,
    ])
    assert.equal((await create(other, { slug: 'crashed' })).status, 201)
  })

  test('is freed when its broadcast was never created, or its release did not happen', async () => {
    const { db, control } = service.platform
    const { body } = await create(tenant, { slug: 'was-here' })
    await reserveAddresses(control, 'f'.repeat(24), ['never-created'], randomUUID())
    await change(tenant, body._id, { slug: 'is-here' })
    await reserveAddresses(control, tenant.broadcastId, ['was-here'], randomUUID())
    for (const address of ['never-created', 'was-here']) await age(address, 60)
    await tidyAddresses({ db, control })
    assert.deepEqual(await Promise.all(['never-created', 'was-here'].map(ownerOf)), [undefined, undefined])
  })

  test('is kept when it is reserved again while the sweep looks', async () => {
    const { db, control } = service.platform
    await reserveAddresses(control, tenant.broadcastId, ['in-time'], randomUUID())
    await age('in-time', 60)
    const late = { ...db, query: db.query }
    late.query = async (statement) => {
      const rows = await db.query(statement)
      await reserveAddresses(control, tenant.broadcastId, ['in-time'], randomUUID())
      return rows as never[]
    }
    await tidyAddresses({ db: late, control })
    assert.equal(await ownerOf('in-time'), tenant.broadcastId)
  })
})

test('after many concurrent writes, each address is reserved for the one broadcast that has it', async () => {
  const { db, control, content } = service.platform
  const tenants = await Promise.all(Array.from({ length: 3 }, () => service.newTenant()))
  const slugs = Array.from({ length: 5 }, (_, number) => `crowded-${number}`)
  const pick = <T>(from: T[]) => from[Math.floor(Math.random() * from.length)] as T
  const channels = await Promise.all(
    tenants.flatMap((of) => [1, 2, 3].map(async () => ({ of, id: (await create(of, {})).body._id as string }))),
  )
  /** In a queue with others as on one node, or in a transaction of its own as on another node. */
  const once = async () => {
    const { of, id } = pick(channels)
    const values = [pick([...slugs, null]), pick([...slugs, null])]
    const isFailing = Math.random() < 0.2
    const work = async (writing: Writing) => {
      const part = () => updateRecord(writing, kind, { id }, { slug: values[0] })
      await (Math.random() < 0.5 ? part() : writing.log.part(part))
      if (Math.random() < 0.3) await updateRecord(writing, kind, { id }, { slug: values[1] })
      if (isFailing) throw new AppError('invalid', 'not today')
    }
    const own = () => db.transaction((tx) => content.writeIn(tx, of, actor, work))
    await (Math.random() < 0.5 ? own() : content.write(of, actor, work)).catch((error: unknown) => {
      if (!(error instanceof AppError) || !['value_taken', 'invalid'].includes(error.code)) throw error
    })
  }
  const writer = async () => {
    for (let turn = 0; turn < 40; turn++) await once()
  }
  await Promise.all(Array.from({ length: 8 }, writer))
  const held = () =>
    db.query<{ address: string; id: string }>(sql`
      select keys ->> 'slug' as address, broadcast_id as id from records
      where kind = 'broadcastDiffuser' and keys ->> 'slug' like 'crowded-%' order by address`)
  const reserved = () =>
    control.query<{ address: string; id: string }>(
      sql`select address, broadcast_id as id from addresses where address like 'crowded-%' order by address`,
    )
  const having = await held()
  const names = having.map(({ address }) => address)
  assert.deepEqual(names, [...new Set(names)], 'no address is in two places')
  for (const { address, id } of having) assert.equal(await ownerOf(address), id, address)
  for (const slug of slugs) await age(slug, 60)
  await tidyAddresses({ db, control })
  assert.deepEqual(await reserved(), having)
})

test('a channel that a version without reservations wrote is reserved by the next sweep', async () => {
  const { db, control } = service.platform
  await create(tenant, { slug: 'unreserved', status: 'published' })
  await control.query(sql`delete from addresses where address = 'unreserved'`)
  await tidyAddresses({ db, control })
  assert.equal(await ownerOf('unreserved'), tenant.broadcastId)
})

test('a site is found where it was last without the control plane, and at its new place once it moved', async () => {
  const statements = countStatements(service)
  const open = () => statements.of(() => nobody('GET', '/wandering?'))
  const publish = async (of: TestTenant) => {
    await of.api('PATCH', of.path, { isWeb: true, isPrivate: false })
    return (await create(of, { slug: 'wandering', status: 'published' })).body._id
  }
  const asking = (ran: string[]) => ran.filter((text) => /from addresses/.test(text)).length
  try {
    const id = await publish(tenant)
    assert.equal(asking((await open()).ran), 1)
    const warm = await open()
    assert.deepEqual([asking(warm.ran), warm.ran.length], [0, 1], warm.ran.join('\n'))
    await change(tenant, id, { slug: 'settled' })
    assert.equal((await nobody('GET', '/v1/public/wandering')).status, 404)
    await publish(other)
    assert.equal((await nobody('GET', '/v1/public/wandering')).body._id, other.broadcastId)
    assert.equal((await nobody('GET', '/v1/public/settled')).body._id, tenant.broadcastId)

    // A broadcast that becomes private is forgotten, so that it costs what a missing one costs.
    await other.api('PATCH', other.path, { isPrivate: true })
    assert.equal((await open()).result.status, 404)
    const missing = await statements.of(() => nobody('GET', '/never-heard-of?'))
    assert.deepEqual((await open()).ran, missing.ran)
  } finally {
    statements.close()
  }
})
