import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { allKinds, queryFields } from '@marquee/model'
import { newObjectId } from '../../src/base/object-id.ts'
import { countStatements } from '../contract/observed.ts'
import { type Filter, listed, type Row, type Sort } from '../support/content-model.ts'
import { inTurn } from '../support/in-turn.ts'
import { assertProblem } from '../support/problem.ts'
import { expanded, inLanguage, type PublicKind, publicKinds, publicWorld, type World } from '../support/public-model.ts'
import { type Api, apiWith, type Reply, startService, type TestService } from '../support/service.ts'
import { type HiddenWorld, hiddenMark, onceMark, secretMark, seedHiddenWorld } from './hidden-world.ts'
import { publicAddresses, publicReads, wordsOf } from './public-addresses.ts'

let service: TestService
let seeded: HiddenWorld
let world: World
let nobody: Api
let base: string

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_PUBLIC_WRITE_LIMIT: 'off' })
  seeded = await seedHiddenWorld(service)
  world = publicWorld(await seeded.stored(), service.clock.now())
  nobody = apiWith(service.url, {})
  base = `/v1/public/${seeded.tenant.broadcastId}`
})
after(() => service.stop())

test('there are hidden and visible records of every kind', async () => {
  const stored = await seeded.stored()
  for (const { name } of publicKinds) {
    const own = stored.filter(({ kind }) => kind === name)
    const seen = own.filter(({ row }) => !world.hidden.has(String(row._id)))
    assert(seen.length >= 6 && own.length > seen.length, `${seen.length} of ${own.length} ${name}`)
  }
  assert(seeded.past.every(({ ids }) => [...seeded.never].every((id) => !ids.has(id))))
})

test('no public URL, with any option, reveals anything hidden', async () => {
  const addresses = publicAddresses(service, await words())
  assert(addresses.length > 400)
  const asClient = apiWith(service.url, { authorization: `Bearer ${seeded.clientToken}` })
  const statuses = await inTurn(addresses, async (address) => {
    const reply = await asClient('GET', address)
    assertDiscreet(reply, address, seeded.clientId)
    // The number of writes is not public.
    assert.equal(reply.headers.get('marquee-sequence'), null)
    return reply.status
  })
  assert(
    statuses.every((status) => [200, 400, 404].includes(status)),
    statuses.join(),
  )
  // Each route returned 200 at least once, or the walk did not cover it.
  for (const { path } of publicReads(service)) {
    const shape = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`)
    assert(
      addresses.some((address, at) => shape.test(address) && statuses[at] === 200),
      path,
    )
  }
})

for (const kind of publicKinds) {
  describe(kind.plural, () => {
    const list = (query: Record<string, string> = {}) =>
      nobody('GET', `${base}/${kind.plural}?${new URLSearchParams(query)}`)
    const rows = () => world.rows(kind.name)

    test('are listed and counted only if public, field by field', async () => {
      const reply = await list({ limit: '200' })
      assert.deepEqual(reply.body.data, rows().toReversed())
      assert.deepEqual(reply.body.metadata, { total: rows().length, limit: 200, skip: 0, nextStartId: null })
      for (const [limit, skip] of [
        [0, 0],
        [1, 2],
        [3, rows().length - 1],
        [5, rows().length],
      ] as const) {
        const page = await list({ limit: String(limit), skip: String(skip) })
        const expected = listed(rows(), { limit, skip })
        assert.deepEqual(page.body.data, expected.data)
        assert.deepEqual(page.body.metadata, { total: rows().length, limit, skip, nextStartId: expected.nextStartId })
      }
    })

    test('are shown with every option according to their public fields', async () => {
      const names = Object.keys(kind.expand)
      const all = [
        '_id',
        ...kind.fields,
        ...(kind.localized.length > 0 ? ['localeDetails'] : []),
        '_createdAt',
        '_updatedAt',
      ]
      const expansions = [...names.map((name) => [name]), ...(names.length > 1 ? [names] : [])]
      for (const expand of expansions)
        await compare({ expand: expand.join() }, (row) => ({ ...row, _expanded: expanded(world, kind, row, expand) }))
      await compare({ fields: all.join() }, (row) => row)
      for (const name of all) {
        const reply = await list({ fields: name, limit: '9' })
        const shown = rows().toReversed().slice(0, 9)
        assert.deepEqual(
          reply.body.data,
          shown.map((row) => pick(row, [name])),
          name,
        )
      }
      for (const locale of ['fr', 'en', 'es']) {
        await compare({ locale }, (row) => inLanguage(kind.name, row, locale))
        if (names.length > 0)
          await compare({ locale, expand: names.join(), fields: 'title' }, (row) => ({
            ...pick(inLanguage(kind.name, row, locale), ['title']),
            _expanded: expanded(world, kind, row, names, locale),
          }))
      }
    })

    /** Compares the list, and one record, with the expected rows. */
    async function compare(query: Record<string, string>, shown: (row: Row) => Row): Promise<void> {
      const expected = rows().toReversed().map(shown)
      const reply = await list({ limit: '200', ...query })
      assert.deepEqual(reply.body.data, expected, JSON.stringify(query))
      const one = await nobody('GET', `${base}/${kind.plural}/${expected.at(-1)?._id}?${new URLSearchParams(query)}`)
      assert.deepEqual(one.body, expected.at(-1), JSON.stringify(query))
    }

    test('can be read by id if public; any other gets the same 404 as a missing one', async () => {
      const missing = await observed(newObjectId(0))
      assertProblem(missing, { status: 404, code: 'not_found' })
      for (const row of rows()) assert.deepEqual((await observed(String(row._id))).body, row)
      const others = [...world.hidden].slice(0, 5)
      const hidden = [
        ...(await hiddenOf(kind)),
        ...others,
        ...[...seeded.never, ...seeded.once].filter((id) => !world.hidden.has(id)),
      ]
      await inTurn(hidden, async (id) => assert.deepEqual(plain(await observed(id)), plain(missing), id))
    })

    const observed = (id: string) => nobody('GET', `${base}/${kind.plural}/${id}`)

    test('can be filtered as if nothing else existed', async () => {
      const everything = await storedOf(kind)
      const fields = { _id: 'text', _createdAt: 'instant', _updatedAt: 'instant', ...kind.filter }
      const asked = Object.entries(fields).flatMap(([name, type]) => filtersOn(name, type, everything))
      await inTurn(asked, async (filters) => {
        for (const logical of filters.length > 1 ? (['$and', '$or', '$nor'] as const) : (['$and'] as const)) {
          const query = { filters: JSON.stringify(filters), filtersLogical: logical, limit: '200', fields: '_id' }
          const reply = await list(query)
          const expected = listed(rows(), { filters, logical, limit: 200, skip: 0 })
          assert.equal(reply.status, 200, reply.text)
          assert.deepEqual(idsOf(reply.body.data), idsOf(expected.data), JSON.stringify(filters))
          assert.equal(reply.body.metadata.total, expected.total, JSON.stringify(filters))
        }
      })
    })

    test('can be sorted and paged as if nothing else existed', async () => {
      const sorts = ['_id', '_createdAt', '_updatedAt', ...kind.sort].flatMap((name): Sort[] => [
        { [name]: 'asc' },
        { [name]: 'desc' },
      ])
      await inTurn(sorts, async (sort) => {
        const whole = listed(rows(), { sort, limit: 1_000, skip: 0 })
        const seen: Row[] = []
        for (let startId: string | null = ''; startId !== null; ) {
          const query = { sort: JSON.stringify(sort), limit: '7', fields: '_id', ...(startId && { startId }) }
          const { body, text } = await list(query)
          assert.equal(body.metadata?.total, whole.total, text)
          seen.push(...body.data)
          startId = body.metadata.nextStartId
        }
        assert.deepEqual(idsOf(seen), idsOf(whole.data), JSON.stringify(sort))
      })
    })

    test('cannot be paged from a hidden record, in any order', async () => {
      for (const name of ['_createdAt', ...kind.sort]) {
        const sort = JSON.stringify({ [name]: 'asc' })
        const missing = await list({ sort, startId: newObjectId(0) })
        assertProblem(missing, { status: 400, code: 'start_id_gone' })
        for (const startId of (await hiddenOf(kind)).slice(0, 3))
          assert.deepEqual(plain(await list({ sort, startId })), plain(missing))
      }
    })

    test('refuse filters, sorts, fields and expansions of non-public names like unknown ones', async () => {
      const shown = ['_id', '_createdAt', '_updatedAt', ...Object.keys(kind.filter)]
      const model = allKinds.find(({ name }) => name === kind.name) ?? assert.fail()
      const declared = [...queryFields(model).keys()]
      const secret = [
        ...declared.filter((name) => !shown.includes(name)),
        'metadata.note',
        `metadata.${secretMark}`,
        'keys',
      ]
      assert(secret.includes('_reference'))
      const unknown = 'zzzz'
      for (const name of [...secret, 'localeDetails.fr.title', 'refs', 'body']) {
        for (const test of [{ $eq: 'published' }, { $exists: true }, { $in: ['x'] }])
          await refusedAlike('filters', (field) => JSON.stringify([Object.fromEntries([[field, test]])]), name, unknown)
        await refusedAlike('sort', (field) => `{${JSON.stringify(field)}:"asc"}`, name, unknown)
      }
      for (const name of ['isPrivate', 'metadata', '_reference', '_userId'])
        for (const param of ['fields', 'expand']) await refusedAlike(param, (field) => field, name, unknown)
    })

    async function refusedAlike(
      param: string,
      value: (name: string) => string,
      name: string,
      unknown: string,
    ): Promise<void> {
      const [one, other] = await Promise.all([name, unknown].map((field) => list({ [param]: value(field) })))
      assert.equal(one?.status, 400, `${param} ${name}`)
      assert.deepEqual(
        one && complaintOf(one, name, unknown),
        other && complaintOf(other, name, unknown),
        `${param} ${name}`,
      )
    }
  })
}

test('a language without public content is not listed', async () => {
  const { api, path, broadcastId } = await service.newTenant()
  const localeDetails = { fr: { title: 'Vu' }, es: { note: secretMark } }
  await api('POST', `${path}/broadcastPages`, { title: 'Seen', status: 'published', localeDetails })
  assert.deepEqual((await nobody('GET', `/v1/public/${broadcastId}`)).body.locales, ['fr'])
})

test('a search for a hidden word finds the same as a search for a missing one', async () => {
  const found = async (q: string) => plain(await nobody('GET', `${base}/search?q=${q}`))
  const nothing = await found('xyxyxyxy')
  assert.equal(JSON.parse(nothing.text).total, 0)
  for (const q of [
    hiddenMark,
    secretMark,
    onceMark,
    'zhidd',
    'zhdidenz',
    `Seen+${hiddenMark}`,
    [...seeded.never][0] ?? '',
  ])
    assert.deepEqual(await found(q), nothing, q)
  const { body } = await nobody('GET', `${base}/search?q=seen&limit=100`)
  const shown = publicKinds.flatMap(({ name }) => idsOf(world.rows(name)))
  assert(body.total > 10 && body.data.every(({ _id }: { _id: string }) => shown.includes(_id)))
})

test('a hidden record costs the same statements as a missing one', async () => {
  const statements = countStatements(service)
  try {
    for (const kind of publicKinds) {
      const ran = async (id: string) => (await statements.of(() => nobody('GET', `${base}/${kind.plural}/${id}`))).ran
      for (const id of (await hiddenOf(kind)).slice(0, 2)) assert.deepEqual(await ran(id), await ran(newObjectId(0)))
    }
  } finally {
    statements.close()
  }
})

describe('the id of a hidden record in free-form JSON', () => {
  const loose = async (media: (id: string) => unknown) => {
    const { api, path, broadcastId } = await service.newTenant()
    const { body: host } = await api('POST', `${path}/broadcastHosts`, { title: hiddenMark })
    await api('POST', `${path}/broadcastPages`, { title: 'Seen', status: 'published', media: media(host._id) })
    const shown = async () => (await nobody('GET', `/v1/public/${broadcastId}/broadcastPages`)).text
    return { api, path, id: host._id, shown }
  }

  test('is not shown as a property name either', async () => {
    const { id, shown } = await loose((hostId) => ({ labels: { [hostId]: 'Seen' }, list: [{ [hostId]: [] }] }))
    assert(!(await shown()).includes(id))
  })

  test('is not revealed when the record is deleted', async () => {
    const { api, path, id, shown } = await loose((hostId) => ({ query: [{ hostIds: hostId }, { $in: [hostId] }] }))
    const before = await shown()
    assert(!before.includes(id))
    await api('DELETE', `${path}/broadcastHosts/${id}`)
    assert.equal(await shown(), before)
  })
})

test('a day contains its public sessions, and counts no others', async () => {
  const [kind] = publicKinds
  for (const day of ['2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04', '2026-07-05']) {
    const from = Date.parse(`${day}T06:00:00+02:00`)
    const expected = world.rows(kind?.name ?? '').filter(({ time }) => {
      const startMs = Date.parse(String((time as Row).start))
      return startMs >= from && startMs < from + 86_400_000
    })
    const reply = await nobody('GET', `${base}/broadcastSessions?day=${day}&limit=200`)
    assert.deepEqual(reply.body.data, expected.toReversed(), day)
    assert.equal(reply.body.metadata.total, expected.length)
  }
})

test('the broadcast itself shows its public part, and refers to nothing hidden', async () => {
  const { body } = await nobody('GET', base)
  const [own] = world.rows('broadcast')
  const seo = { title: 'Seen', metaDescription: null, indexing: true }
  assert.deepEqual(body, {
    ...own,
    slug: seeded.slug,
    domain: null,
    seo,
    locales: ['en', 'fr'],
    fonts: world.rows('font'),
  })
  assert.deepEqual((await nobody('GET', `/v1/public/${seeded.slug}`)).body, body)
})

test('the bundle contains exactly the public records', async () => {
  const { body } = await nobody('GET', `${base}/bundle`)
  assert.equal(body.full, true)
  assert.deepEqual(body.deleted, {})
  const { medias, ...data } = body.data
  assert.deepEqual(data, Object.fromEntries(publicKinds.map(({ name, plural }) => [plural, world.rows(name)])))
  assert.deepEqual(medias, world.medias())
  assert.deepEqual(body.broadcast, (await nobody('GET', base)).body)
})

test('an update of the bundle lists as removed only what was there before', async () => {
  for (const { cursor, ids } of seeded.past) {
    const { body, text } = await nobody('GET', `${base}/bundle?since=${cursor}`)
    assert.equal(body.full, false)
    const gone = Object.values(body.deleted as Record<string, string[]>).flat()
    assert.deepEqual(gone.toSorted(), [...seeded.once].filter((id) => ids.has(id)).toSorted())
    const shown = Object.values(body.data as Record<string, Row[]>).flat()
    for (const row of shown) assert.deepEqual(row, world.find(String(row._id)))
    const rest = gone.reduce((words, id) => words.replace(`"${id}"`, ''), text)
    assertDiscreet({ status: 200, headers: new Headers(), text: rest, body: undefined }, cursor)
  }
})

test('now shows current and next sessions at public places, for any instant', async () => {
  for (const hour of [2, 3, 4, 8, 9, 10, 11, 12, 13, 14]) {
    for (const day of [1, 3, 4]) {
      const at = new Date(Date.UTC(2026, 6, day, hour, 15)).toISOString()
      const { body } = await nobody('GET', `${base}/now?at=${at}`)
      assert.deepEqual(body.places, placesAt(Date.parse(at)), at)
    }
  }
})

/** Current and next sessions at each public place: one without an end lasts until the next one there, at most three hours. */
function placesAt(atMs: number): Row[] {
  const places = [...world.rows('broadcastInterestPoint'), null]
  return places.flatMap((place) => {
    const here = world.rows('broadcastSession').flatMap((row) => {
      const { start, end } = row.time as { start: string | null; end: string | null }
      const isHere = start !== null && (row.interestPointId ?? null) === (place?._id ?? null)
      return isHere ? [{ row, startMs: Date.parse(start), endMs: end === null ? null : Date.parse(end) }] : []
    })
    const starts = here.map(({ startMs }) => startMs).toSorted((a, b) => a - b)
    const endOf = ({ startMs, endMs }: (typeof here)[number]) =>
      endMs ?? Math.min(starts.find((other) => other > startMs) ?? Number.POSITIVE_INFINITY, startMs + 3 * 3_600_000)
    const nextMs = starts.find((startMs) => startMs > atMs)
    const inOrder = here.toSorted((a, b) => a.startMs - b.startMs)
    const current = inOrder.filter((one) => one.startMs <= atMs && atMs < endOf(one)).map(({ row }) => row)
    const next = inOrder.filter(({ startMs }) => startMs === nextMs).map(({ row }) => row)
    return current.length + next.length > 0 ? [{ place, current, next }] : []
  })
}

async function words() {
  const ids = (kind: PublicKind) => [...idsOf(world.rows(kind.name)).slice(0, 2), ...[...world.hidden].slice(0, 3)]
  const some = [...[...seeded.never].slice(0, 2), ...[...seeded.once].slice(0, 2)]
  const filters = [...some.flatMap((id) => [[{ _id: id }], [{ _id: { $ne: id } }]]), [], [{}]]
  return {
    broadcasts: [seeded.tenant.broadcastId, seeded.slug],
    ids: Object.fromEntries(publicKinds.map((kind) => [`${kind.name}Id`, ids(kind)])),
    values: {
      filters: filters.map((one) => JSON.stringify(one)),
      sort: ['_id', 'title'].map((name) => JSON.stringify({ [name]: 'asc' })),
      startId: some,
      since: seeded.past.slice(0, 1).map(({ cursor }) => cursor),
      limit: ['0', '1', '200', '-1'],
      skip: ['1', '10'],
      day: ['2026-07-01', '2026-07-04'],
      at: ['2026-07-04T10:30:00Z', '2026-07-03T20:00:00'],
    },
    others: [...some, hiddenMark.slice(0, -1), secretMark.slice(0, -1), 'Seen', ''],
  }
}

/** No mark and no id of hidden records, nor of the owner. */
function assertDiscreet(reply: Reply, about: string, ownId = ''): void {
  const isCalendar = (reply.headers.get('content-type') ?? '').startsWith('text/calendar')
  const said = isCalendar ? withoutCancelled(wordsOf(reply)) : wordsOf(reply)
  const { userId, email } = seeded.tenant
  for (const word of [hiddenMark, onceMark, secretMark, userId, email])
    assert(!said.includes(word), `${about} says ${word}: ${around(said, word)}`)
  for (const id of said.match(/[0-9a-f]{24}/g) ?? [])
    assert(id === ownId || !isHidden(id), `${about} names a hidden ${id}: ${around(said, id)}`)
}

const isHidden = (id: string) => world.hidden.has(id) || seeded.never.has(id) || seeded.once.has(id)

/** A calendar lists removed sessions as cancelled: those that were public, with their last public title. Public ones have an address. */
function withoutCancelled(calendar: string): string {
  return calendar.replaceAll(/BEGIN:VEVENT(?:(?!END:VEVENT)[\s\S])*STATUS:CANCELLED\r\nEND:VEVENT/g, (event) => {
    if (event.includes('\r\nURL:')) return event
    const [, uid = ''] = /UID:([^\r]*)/.exec(event) ?? []
    const [id = ''] = uid.split('@')
    // The guid of a session that has one is its UID.
    assert(seeded.once.has(id) || id === onceMark, event)
    return event.replace(uid, '').replaceAll(id, '').replace(onceMark, '')
  })
}

const around = (text: string, word: string) =>
  text.slice(Math.max(0, text.indexOf(word) - 300), text.indexOf(word) + 50)

async function storedOf({ name }: PublicKind): Promise<Row[]> {
  return (await seeded.stored()).filter(({ kind }) => kind === name).map(({ row }) => row)
}

const hiddenOf = async (kind: PublicKind) => idsOf(await storedOf(kind)).filter((id) => world.hidden.has(id))

/** Filters on a field with values of public and of hidden records. */
function filtersOn(name: string, type: string, everything: Row[]): Filter[][] {
  const values = [
    ...new Set(everything.flatMap((row) => at(row, name)).filter((value) => value !== null && value !== undefined)),
  ]
  const picked = [...values.slice(0, 2), ...values.slice(-2)]
  const [first, last] = [picked[0] ?? sampleOf(type), picked.at(-1) ?? sampleOf(type)]
  const tests: unknown[] = [
    ...[first, last].flatMap((value) => [value, { $ne: value }]),
    ...[{ $in: picked }, { $nin: picked }, { $in: [null, last] }, { $exists: true }, { $exists: false }],
    ...(type === 'boolean' ? [] : [{ $gt: first }, { $lt: last }]),
    ...(type === 'text' ? [{ $startsWith: String(first).slice(0, 10) }, { $contains: hiddenMark }] : []),
  ]
  return [
    ...tests.map((one) => [{ [name]: one }]),
    [{ [name]: first }, { [name]: { $ne: last } }, { $nor: [{ [name]: last }] }],
  ]
}

const sampleOf = (type: string) =>
  ({ text: 'x', number: 1, boolean: true, instant: '2026-07-04T18:00:00.000Z' })[type] ?? 'x'

function at(row: Row, name: string): unknown[] {
  return [name.split('.').reduce<unknown>((value, part) => Object(value)[part], row)].flat()
}

const idsOf = (rows: Row[]): string[] => rows.map(({ _id }) => String(_id))
const pick = (row: Row, names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name === '_id' || names.includes(name)))

/** An error without the sent name. */
function complaintOf({ status, body }: Reply, name: string, unknown: string) {
  const said = JSON.stringify([body.detail, body.errors])
  return { status, code: body.code, said: said.replaceAll(name, unknown) }
}

/** A response without the parts that always differ. */
function plain({ status, headers, text }: Reply) {
  const shown = [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))
  return { status, headers: shown, text: text.replaceAll(headers.get('x-request-id') ?? '', '') }
}
