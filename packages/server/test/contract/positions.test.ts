import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { kinds, queryValues } from '@marquee/model'
import { sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { type Api, startService, type TestService, type TestTenant } from '../support/service.ts'
import { fieldErrorsOf } from './assertions.ts'
import { type Documented, readDocumentation } from './documented.ts'

let service: TestService
let documented: Documented

before(async () => {
  service = await startService()
  documented = await readDocumentation(service.url)
})
after(() => service.stop())

interface Stage {
  tenant: TestTenant
  api: Api
  maps: string
  points: string
  newMap(type: 'image' | 'geo'): Promise<string>
  /** Adds a point on Surface B. */
  newPoint(body: object): Promise<{ _id: string; mapId: string | null }>
  /** The position of a record on both surfaces. */
  positions(id: string): Promise<[onB: unknown, onA: unknown]>
}

async function openStage(): Promise<Stage> {
  const tenant = await service.newTenant()
  const api = documented.api(tenant.api)
  const maps = `${tenant.path}/broadcastMaps`
  const points = `${tenant.path}/broadcastInterestPoints`
  return {
    tenant,
    api,
    maps,
    points,
    newMap: async (type) => (await api('POST', maps, { type })).body._id,
    async newPoint(body) {
      const reply = await api('POST', points, { title: 'Gate', ...body })
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    },
    positions: async (id) => [
      (await api('GET', `${points}/${id}`)).body.position,
      (await api('GET', `/v1/places/${id}`)).body.coordinates,
    ],
  }
}

const between = { x: 1.5, y: 2.25 }
const whole = { x: 1, y: -2 }

test('on an image map Surface B refuses a position between pixels, with a pointer to each part', async () => {
  const { api, points, newMap, newPoint, positions } = await openStage()
  const mapId = await newMap('image')
  const refused = [
    ['/position/x', 'type'],
    ['/position/y', 'type'],
  ]
  assert.deepEqual(fieldErrorsOf(await api('POST', points, { mapId, position: between }), 400), refused)
  const { _id: id } = await newPoint({ mapId, position: whole })
  assert.deepEqual(fieldErrorsOf(await api('PATCH', `${points}/${id}`, { position: between }), 400), refused)
  const half = await api('PATCH', `${points}/${id}`, { position: { x: 3, y: 4.5 } })
  assert.deepEqual(fieldErrorsOf(half, 400), [['/position/y', 'type']])
  assert.deepEqual(await positions(id), [whole, whole])
})

test('a place between pixels stays on a world map or on none, and cannot be put on an image map', async () => {
  const { api, points, newMap, newPoint, positions } = await openStage()
  const loose = await newPoint({ position: between })
  const world = await newMap('geo')
  const drawn = await newMap('image')
  const lighthouse = await newPoint({ mapId: world, position: between })
  for (const { _id: id } of [loose, lighthouse]) {
    assert.equal((await api('PATCH', `${points}/${id}`, { mapId: drawn })).status, 400)
    assert.equal((await api('PATCH', `${points}/${id}`, { title: 'Renamed' })).status, 200)
    assert.deepEqual(await positions(id), [between, null])
  }
  const moved = await api('PATCH', `${points}/${lighthouse._id}`, { mapId: drawn, position: whole })
  assert.equal(moved.status, 200)
  assert.deepEqual(await positions(lighthouse._id), [whole, whole])
})

test('a world map becomes an image map only when its places are on whole pixels', async () => {
  const { api, maps, points, newMap, newPoint, positions } = await openStage()
  const mapId = await newMap('geo')
  const { _id: id } = await newPoint({ mapId, position: between })
  await newPoint({ mapId, position: whole })
  await newPoint({ mapId })
  await newPoint({ position: between, navigator: { broadcastMapId: mapId } })
  const refused = await api('PATCH', `${maps}/${mapId}`, { type: 'image' })
  assert.deepEqual(fieldErrorsOf(refused, 400), [['/type', 'positions_not_whole']])
  assert.deepEqual(await positions(id), [between, null])
  await api('PATCH', `${points}/${id}`, { position: { x: 7, y: 8 } })
  assert.equal((await api('PATCH', `${maps}/${mapId}`, { type: 'image' })).status, 200)
  assert.deepEqual(await positions(id), [
    { x: 7, y: 8 },
    { x: 7, y: 8 },
  ])
})

test('concurrent writes never leave a fractional position on an image map', async () => {
  const { api, maps, points, newMap, newPoint, positions } = await openStage()
  for (let round = 0; round < 5; round++) {
    const mapId = await newMap('geo')
    const { _id: id } = await newPoint({ mapId, position: whole })
    const [drawn, moved] = await Promise.all([
      api('PATCH', `${maps}/${mapId}`, { type: 'image' }),
      api('PATCH', `${points}/${id}`, { position: between }),
    ])
    assert.deepEqual([drawn.status, moved.status].toSorted(), [200, 400])
    const [onB, onA] = await positions(id)
    assert.deepEqual([onB, onA], moved.status === 200 ? [between, null] : [whole, whole])
  }
})

test('the places of a deleted world map have no coordinates on Surface A', async () => {
  const { api, maps, newMap, newPoint, positions } = await openStage()
  const mapId = await newMap('geo')
  const { _id: id } = await newPoint({ mapId, position: between })
  assert.equal((await api('DELETE', `${maps}/${mapId}`)).status, 200)
  assert.deepEqual(await positions(id), [between, null])
})

test('a place on Surface B with a position and no map takes the first drawn map, as on Surface A', async () => {
  const { api, points, newMap, newPoint } = await openStage()
  const early = await newPoint({ position: whole })
  assert.equal(early.mapId, null)
  await newMap('geo')
  assert.equal((await newPoint({ position: whole })).mapId, null, 'a world map has no pixels')
  const first = await newMap('image')
  const second = await newMap('image')
  assert.equal((await newPoint({ position: whole })).mapId, first)
  assert.equal((await newPoint({ position: whole, mapId: second })).mapId, second)
  const later = await newPoint({})
  assert.equal(later.mapId, null)
  assert.equal((await api('PATCH', `${points}/${later._id}`, { position: whole })).body.mapId, first)
  assert.equal((await api('PATCH', `${points}/${later._id}`, { mapId: null })).body.mapId, null, 'it can be taken off')
  const batch = { mode: 'atomic', operations: [{ op: 'create', body: { title: 'Bar', position: whole } }] }
  assert.equal((await api('POST', `${points}/batch`, batch)).body.results[0].record.mapId, first)
  assert.equal((await api('POST', points, { title: 'Bar', position: between })).status, 400)
})

test('stored fractional positions on image maps are rounded by the migration and by restores', inOnePlace, async () => {
  const { tenant, api, newMap, newPoint, positions, points } = await openStage()
  const mapId = await newMap('image')
  const world = await newMap('geo')
  const old = await newPoint({ mapId, position: whole })
  const { _id: lighthouse } = await newPoint({ mapId: world, position: between })
  const { db } = service.platform
  const legacy = { x: -1.5, y: 0.75 }
  const stored = JSON.stringify({ ...old, position: legacy })
  await db.query(sql`
    update records set body = ${stored}::json, keys = ${JSON.stringify(queryValues(kinds.broadcastInterestPoint, JSON.parse(stored)))}::jsonb
    where id = ${old._id}`)
  await db.query(sql`update changes set body = ${stored}::json where record_id = ${old._id}`)
  const revision = await api('POST', `${tenant.path}/revisions`, { tos: { accepted: true } })
  const migration = await readFile(new URL('../../migrations/0030-whole-pixels.sql', import.meta.url), 'utf8')
  await db.transaction((tx) => tx.script(migration))
  await api('PATCH', `${points}/${old._id}`, { title: 'Renamed' })
  const rounded = { x: -1, y: 1 }
  assert.deepEqual(await positions(old._id), [rounded, rounded])
  assert.deepEqual(await positions(lighthouse), [between, null])
  const filters = encodeURIComponent(JSON.stringify([{ 'position.x': -1, 'position.y': 1 }]))
  assert.equal((await api('GET', `${points}?filters=${filters}`)).body.metadata.total, 1)
  const restored = await api('POST', `${tenant.path}/revisions/${revision.body._id}/restore`, {})
  assert.equal(restored.status, 200, restored.text)
  assert.equal((await api('GET', `${points}/${old._id}`)).body.title, 'Gate')
  assert.deepEqual(await positions(old._id), [rounded, rounded])
})
