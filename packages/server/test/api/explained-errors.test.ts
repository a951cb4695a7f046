import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  allKinds,
  blockSchemas,
  createSchema,
  fieldErrorCodes,
  findPlaces,
  patchSchema,
  viewBodySchema,
  views,
} from '@marquee/model'
import { assertProblem } from '../support/problem.ts'
import * as support from '../support/refusals.ts'
import { startRefusals } from '../support/refusals.ts'
import { type Reply, startService } from '../support/service.ts'

const at = startRefusals()
const nothingWritten = (name: string, work: () => Promise<void>) => support.nothingWritten(at, name, work)
const api = (method: string, path: string, body?: unknown) => at.tenant.api(method, path, body)
const nowhere = '0123456789abcdef01234567'
const example = '66a1f0c2d4e5b60718293a4b'

/** The errors of a refused request, as pointer and code, in order of their pointers. */
async function errorsOf(reply: Promise<Reply>): Promise<string[]> {
  const answer = await reply
  assertProblem(answer, { status: 400, code: 'invalid' })
  return answer.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`).sort()
}

async function messageOf(reply: Promise<Reply>, pointer: string): Promise<string> {
  const { body } = await reply
  const found = body.errors.filter((error: { pointer: string }) => error.pointer === pointer)
  assert.equal(found.length, 1, JSON.stringify(body.errors))
  return found[0].message
}

suite('an error names the constraint for clients that write their own sentence', () => {
  nothingWritten('limits, choices, formats and patterns are in `params`; other errors have none', async () => {
    const paramsOf = async (reply: Promise<Reply>, pointer: string) =>
      (await reply).body.errors.find((error: { pointer: string }) => error.pointer === pointer)?.params
    const session = api('PATCH', at.session, {
      title: '',
      status: 'loud',
      hostIds: ['x'],
      time: { start: 'soon', timezone: 'Mars/Base' },
      blocks: [{ type: 'button', navigator: { url: 'nonsense' } }],
      nonsense: 1,
    })
    assert.deepEqual(await paramsOf(session, '/title'), { limit: 1 })
    assert.deepEqual(await paramsOf(session, '/status'), { allowed: ['draft', 'published'] })
    assert.deepEqual(await paramsOf(session, '/hostIds/0'), { format: 'objectId' })
    assert.deepEqual(await paramsOf(session, '/time/start'), { format: 'date-time' })
    assert.deepEqual(await paramsOf(session, '/time/timezone'), { format: 'time-zone' })
    assert.deepEqual(await paramsOf(session, '/blocks/0/navigator/url'), { format: 'uri' })
    assert.equal(await paramsOf(session, '/nonsense'), undefined)
    const broadcast = api('PATCH', at.tenant.path, { shortDescription: 'x'.repeat(81), dayStart: 'early' })
    assert.deepEqual(await paramsOf(broadcast, '/shortDescription'), { limit: 80 })
    assert.match((await paramsOf(broadcast, '/dayStart')).pattern, /2\[0-3\]/)
  })

  test('every keyword that a schema of the model uses has a code', () => {
    const used = new Set<string>()
    const look = (schema: unknown, isNames = false): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [word, value] of Object.entries(schema)) {
        if (!isNames && !Array.isArray(schema)) used.add(word)
        if (!['enum', 'examples', 'default'].includes(word))
          look(value, !isNames && ['properties', 'patternProperties'].includes(word))
      }
    }
    for (const kind of allKinds) look([createSchema(kind), patchSchema(kind)])
    for (const word of ['description', 'discriminator', 'examples', 'items', 'media', 'oneOf', 'properties', 'title'])
      used.delete(word)
    const renamed: Record<string, string> = {
      additionalProperties: 'unknown_field',
      patternProperties: 'unknown_field',
      isLocale: 'enum',
      byLocale: 'unknown_field',
      leadsTo: 'format',
    }
    for (const word of ['localized', 'propertyName', 'readOnly', 'refersTo']) used.delete(word)
    const codes = [...used].map(
      (word) => renamed[word] ?? word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
    assert.deepEqual(
      codes.filter((code) => !fieldErrorCodes.some((known) => known === code)),
      [],
    )
  })
})

suite('every error of a body is reported at once', () => {
  nothingWritten('shape, times, references, read-only fields and the rules of the kind, at every depth', async () => {
    const body = {
      nonsense: 1,
      title: 1,
      time: { start: 'soon', end: 5 },
      hostIds: ['x', nowhere],
      interestPointId: nowhere,
      blocks: [{ type: 'button', navigator: { url: 'nonsense', broadcastPageId: nowhere } }],
      _createdAt: '2026-07-04T18:00:00.000Z',
    }
    const expected = [
      '/_createdAt read_only',
      '/blocks/0/navigator/broadcastPageId not_found_reference',
      '/blocks/0/navigator/url format',
      '/hostIds/0 format',
      '/hostIds/1 not_found_reference',
      '/interestPointId not_found_reference',
      '/nonsense unknown_field',
      '/time/end type',
      '/time/start format',
      '/title type',
    ]
    assert.deepEqual(await errorsOf(api('POST', at.sessions, body)), expected)
    assert.deepEqual(await errorsOf(api('PATCH', at.session, body)), expected)
    assert.deepEqual(await errorsOf(api('PUT', `${at.sessions}/by-reference/new`, body)), expected)
    const backwards = { start: '2026-07-04T20:00:00Z', end: '2026-07-04T18:00:00Z' }
    const ruled = { title: '', time: backwards, interestPointId: nowhere }
    assert.deepEqual(await errorsOf(api('PATCH', at.session, ruled)), [
      '/interestPointId not_found_reference',
      '/time/end order',
      '/title min_length',
    ])
  })

  nothingWritten('a campaign without text and date, and a new record without required fields', async () => {
    const campaign = api('POST', `${at.tenant.path}/broadcastCampaigns`, { status: 'scheduled', navigator: 5 })
    assert.deepEqual(await errorsOf(campaign), ['/navigator type', '/scheduledAt required', '/title required'])
    const workflow = api('PUT', `${at.tenant.path}/workflows/by-reference/new`, { description: 5 })
    assert.deepEqual(await errorsOf(workflow), ['/description type', '/name required'])
  })

  nothingWritten('on Surface A too, for a new event, a change and a write by reference', async () => {
    const sent = { title: 1, start_time: 'soon', end_time: '2027-07-02T19:30:00Z', place_id: nowhere, status: 'draft' }
    const expected = [
      '/place_id not_found_reference',
      '/start_time format',
      '/status read_only',
      '/timezone format',
      '/title type',
    ]
    assert.deepEqual(await errorsOf(api('POST', '/v1/events', { ...sent, timezone: 'x' })), expected)
    assert.deepEqual(await errorsOf(api('PUT', '/v1/events/by-reference/new', { ...sent, timezone: 'x' })), expected)
    assert.deepEqual(await errorsOf(api('PUT', '/v1/events/by-reference/new', { title: 1, place_id: nowhere })), [
      '/end_time required',
      '/place_id not_found_reference',
      '/start_time required',
      '/title type',
    ])
  })

  nothingWritten('and in an atomic batch, for all of its operations', async () => {
    const operations = [
      { op: 'create', body: { title: 1, interestPointId: nowhere } },
      { op: 'create', body: { title: 'Fine' } },
      { op: 'update', id: at.session.split('/').at(-1), body: { hostIds: [nowhere] } },
      { op: 'create', body: { status: 'bogus' } },
    ]
    assert.deepEqual(await errorsOf(api('POST', `${at.sessions}/batch`, { mode: 'atomic', operations })), [
      '/operations/0/body/interestPointId not_found_reference',
      '/operations/0/body/title type',
      '/operations/2/body/hostIds/0 not_found_reference',
      '/operations/3/body/status enum',
    ])
  })

  nothingWritten('and for a webhook: its address, its types and its secret', async () => {
    const webhook = { url: 'https://10.0.0.1/', events: ['event.*', 'nope', 'neither'], secret: 'whsec_%', nonsense: 1 }
    assert.deepEqual(await errorsOf(api('POST', '/v1/webhooks', webhook)), [
      '/events/1 unknown_event_type',
      '/events/2 unknown_event_type',
      '/nonsense unknown_field',
      '/secret format',
      '/url forbidden_url',
    ])
  })

  nothingWritten('and for the parameters of a query', async () => {
    const query = 'limit=x&skip=-1&fields=title,nope,neither&nonsense=1'
    assert.deepEqual(await errorsOf(api('GET', `${at.sessions}?${query}`)), [
      '?fields unknown_field',
      '?fields unknown_field',
      '?limit type',
      '?nonsense unknown_parameter',
      '?skip range',
    ])
  })

  test('an event that is there is checked as it would be after the change', async () => {
    const event = { title: 'Opening', start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
    const { body } = await api('POST', '/v1/events', event)
    const change = { title: 1, end_time: '2027-07-02T17:00:00Z', place_id: nowhere, id: nowhere }
    assert.deepEqual(await errorsOf(api('PUT', `/v1/events/${body.id}`, change)), [
      '/end_time order',
      '/id read_only',
      '/place_id not_found_reference',
      '/title type',
    ])
    assert.deepEqual(await errorsOf(api('PUT', `/v1/events/${body.id}`, { ...change, title: 'Fine' })), [
      '/end_time order',
      '/id read_only',
      '/place_id not_found_reference',
    ])
    assert.equal((await api('DELETE', `/v1/events/${body.id}`)).status, 204)
  })
})

suite('an error is a sentence about one value', () => {
  nothingWritten('one value has one error, whatever is wrong with it', async () => {
    for (const value of ['', 'x', nowhere.toUpperCase(), `${nowhere}0`])
      assert.deepEqual(await errorsOf(api('POST', at.sessions, { interestPointId: value })), [
        '/interestPointId format',
      ])
    const url = 'x'.repeat(3_000)
    const blocks = [{ type: 'button', navigator: { url } }]
    assert.deepEqual(await errorsOf(api('POST', at.sessions, { blocks })), ['/blocks/0/navigator/url max_length'])
    assert.deepEqual(await errorsOf(api('PATCH', at.tenant.path, { name: '' })), ['/name min_length'])
  })

  nothingWritten(
    'colors, addresses, duplicates and ids come with an example, and without a regular expression',
    async () => {
      const { path } = at.tenant
      const color = await messageOf(api('PATCH', path, { theme: { accentColor: 'red' } }), '/theme/accentColor')
      assert.equal(color, 'must be a color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36')
      const cover = await messageOf(
        api('POST', '/v1/articles', { title: 'x', cover_image_url: 'x' }),
        '/cover_image_url',
      )
      assert.match(cover, /https:\/\/festival\.example/)
      const events = { url: 'https://receiver.example/', events: ['event.*', 'event.*'] }
      const twice = await messageOf(api('POST', '/v1/webhooks', events), '/events')
      assert.equal(twice, 'must not contain a value twice, as it does "event.*"')
      const id = await messageOf(api('POST', at.sessions, { hostIds: ['x'] }), '/hostIds/0')
      assert.equal(id, `must be an id: 24 lower-case hexadecimal characters, such as ${example}`)
      assert(((await api('GET', `${at.sessions}/x`)).body.detail as string).includes(example))
      assert((await messageOf(api('GET', `${at.sessions}?startId=x`), '?startId')).includes(example))
      const slug = await messageOf(api('POST', `${path}/broadcastDiffusers`, { slug: 'A b' }), '/slug')
      assert.match(slug, /such as nuits-du-port$/)
      const webhook = await messageOf(api('POST', '/v1/webhooks', { ...events, url: 'x' }), '/url')
      assert.match(webhook, /such as https:\/\/receiver\.example/)
    },
  )

  test('every pattern of the model has a description, which is its error', () => {
    const described = [...allKinds.flatMap(({ fields }) => Object.values(fields).map(({ schema }) => schema))]
    const schemas = [...described, ...blockSchemas, ...views.map((view) => viewBodySchema(view, 'create'))]
    const patterns = schemas.flatMap((schema) =>
      findPlaces(schema, (part) => ('pattern' in part ? (part as { description?: string }) : undefined)),
    )
    assert(patterns.length > 10)
    for (const { path, found } of patterns) assert.equal(typeof found.description, 'string', path.join('.'))
  })

  nothingWritten('an unencoded + in a time of a query gets a hint', async () => {
    const queries: [string, string][] = [
      ['/v1/events?from=2026-07-04T18:00:00+02:00', '?from'],
      ['/v1/events?to=2026-07-04T18:00+0200', '?to'],
      [`${at.session}?at=2026-07-04T18:00:00+02:00`, '?at'],
      [`${at.sessions}?filters=[{"time.start":{"$gte":"2026-07-04T18:00:00+02:00"}}]`, '?filters/0/time.start/$gte'],
    ]
    for (const [path, pointer] of queries) assert.match(await messageOf(api('GET', path), pointer), /encode \+ as %2B/)
    assert.doesNotMatch(await messageOf(api('GET', '/v1/events?from=soon'), '?from'), /%2B/)
    assert.equal((await api('GET', '/v1/events?from=2026-07-04T18:00:00%2B02:00')).status, 200)
  })

  nothingWritten('names that are not known are named, and the known ones listed', async () => {
    const expand = await messageOf(api('GET', `${at.sessions}?expand=nope`), '?expand')
    assert.equal(
      expand,
      '"nope" is not a name here; known are categoryIds, hostIds, interestPointId, broadcastMapId, media',
    )
    const fields = await messageOf(api('GET', `${at.session}?fields=title,nope`), '?fields')
    assert.match(fields, /^"nope" is not a name here; known are _id, title, subtitle, status/)
    const cases: [string, string, RegExp][] = [
      [
        'filters=[{"nope":1}]',
        '?filters/0/nope',
        /^"nope" is not a field to filter by; known are _id, title, subtitle, status/,
      ],
      ['filters=[{"title":{"$regex":1}}]', '?filters/0/title/$regex', /^"\$regex" is not an operator.* \$eq, \$ne/],
      ['filters=[{"$xor":[]}]', '?filters/0/$xor', /^"\$xor" is not an operator here; known are \$and, \$or, \$nor$/],
      ['sort={"nope":"asc"}', '?sort/nope', /^"nope" is not a field to sort by; known are _id, title, status/],
      ['nope=1', '?nope', /^"nope" is not a parameter here; known are filters, filtersLogical/],
    ]
    for (const [query, pointer, expected] of cases)
      assert.match(await messageOf(api('GET', `${at.sessions}?${query}`), pointer), expected)
  })
})

suite('filters', () => {
  test('an empty $or matches nothing, an empty $and, $nor or array of filters everything', async () => {
    const total = async (query: string) => (await api('GET', `${at.sessions}?${query}`)).body.metadata.total
    assert.equal(await total('filters=[{"$or":[]}]'), 0)
    assert.equal(await total('filters=[{"$nor":[{"$or":[]}]}]'), 1)
    for (const query of [
      'filters=[{"$and":[]}]',
      'filters=[{"$nor":[]}]',
      'filters=[]',
      'filters=[]&filtersLogical=$or',
    ])
      assert.equal(await total(query), 1, query)
  })

  nothingWritten('a value that is none of the choices of its field is refused', async () => {
    const { path } = at.tenant
    const filters: [string, object, string][] = [
      ['broadcastSessions', { status: 'bogus' }, '/status'],
      ['broadcastSessions', { status: { $ne: 'bogus' } }, '/status/$ne'],
      ['broadcastSessions', { status: { $in: ['draft', 'bogus'] } }, '/status/$in/1'],
      ['workflows', { 'trigger.type': 'bogus' }, '/trigger.type'],
    ]
    for (const [plural, filter, pointer] of filters) {
      const query = `filters=${encodeURIComponent(JSON.stringify([filter]))}`
      assert.deepEqual(await errorsOf(api('GET', `${path}/${plural}?${query}`)), [`?filters/0${pointer} enum`])
    }
    for (const filter of [
      '{"status":"draft"}',
      '{"status":null}',
      '{"status":{"$startsWith":"b"}}',
      '{"defaultLocale":"fr"}',
    ])
      assert.equal((await api('GET', `${at.sessions}?filters=[${filter}]`)).status, 200, filter)
    const manual = await api('GET', `${path}/workflows?filters=[{"trigger.type":{"$in":["manual","once"]}}]`)
    assert.equal(manual.status, 200)
  })
})

suite('values', () => {
  test('a category whose derived key is taken is told of its title, and how to choose another key', async () => {
    const categories = `${at.tenant.path}/broadcastCategories`
    assert.equal((await api('POST', categories, { title: 'Jazz' })).status, 201)
    const again = await api('POST', categories, { title: 'Jazz' })
    assertProblem(again, { status: 409, code: 'value_taken', pointer: '/title', error: 'taken' })
    assert.match(again.body.errors[0].message, /send a `key` beside the title, such as "Jazz-2"$/)
    assertProblem(await api('POST', categories, { title: 'Other', key: 'Jazz' }), { status: 409, pointer: '/key' })
    assert.equal((await api('POST', categories, { title: 'Jazz', key: 'Jazz-2' })).status, 201)
  })

  nothingWritten('a name of blanks is refused', async () => {
    for (const name of [' ', '   ', '\u00a0\u2003', '\n\t']) {
      assert.deepEqual(await errorsOf(api('PATCH', at.tenant.path, { name })), ['/name pattern'])
      assert.deepEqual(await errorsOf(api('POST', '/v1/places', { name })), ['/name pattern'])
      assert.deepEqual(await errorsOf(api('POST', `${at.tenant.path}/workflows`, { name })), ['/name pattern'])
      assert.deepEqual(await errorsOf(at.owner('POST', `${at.tenant.path}/apiKeys`, { name })), ['/name pattern'])
    }
  })

  test('a time zone is stored in the spelling of IANA', async () => {
    const spellings: [string, string][] = [
      ['europe/paris', 'Europe/Paris'],
      ['EUROPE/PARIS', 'Europe/Paris'],
      ['america/port-au-prince', 'America/Port-au-Prince'],
      ['utc', 'UTC'],
      ['europe/kyiv', 'Europe/Kyiv'],
      ['AMERICA/ARGENTINA/BUENOS_AIRES', 'America/Argentina/Buenos_Aires'],
      ['us/eastern', 'US/Eastern'],
      ['Asia/Kolkata', 'Asia/Kolkata'],
    ]
    for (const [sent, stored] of spellings) {
      const session = await api('POST', at.sessions, { time: { start: '2026-07-04T20:00', timezone: sent } })
      assert.equal(session.body.time?.timezone, stored, session.text)
      assert.equal((await api('PATCH', at.tenant.path, { timezone: sent })).body.timezone, stored)
    }
    const trigger = { type: 'schedule', cron: '0 9 * * *', timezone: 'europe/paris' }
    const workflow = await api('POST', `${at.tenant.path}/workflows`, { name: 'Daily', trigger })
    assert.equal(workflow.body.trigger.timezone, 'Europe/Paris')
    const event = { title: 'x', start_time: '2026-07-04T20:00', end_time: '2026-07-04T21:00', timezone: 'europe/paris' }
    const { body } = await api('POST', '/v1/events', event)
    assert.deepEqual([body.timezone, body.start_time], ['Europe/Paris', '2026-07-04T18:00:00.000Z'])
  })
})

test('Surface A names its own kinds and fields in every error: references, duplicates, quotas, conflicts', async () => {
  const service = await startService({ MARQUEE_QUOTA_RECORDS: '3' })
  try {
    const { api: a } = await service.newTenant()
    const foreign = /broadcast[A-Z]|_reference|interestPoint|session/
    const times = { start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
    const event = { title: 'Opening', ...times }
    const { body: place } = await a('POST', '/v1/places', { name: 'Stage', reference: 'stage' })
    const refused = [
      await a('POST', '/v1/events', { ...event, place_id: nowhere }),
      await a('POST', '/v1/places', { name: 'Other', reference: 'stage' }),
    ]
    assert.equal(refused[0]?.body.errors[0].message, 'points to no place of this broadcast')
    assert.equal(refused[1]?.body.detail, 'Another place has this reference.')
    assert.deepEqual(refused[1]?.body.errors, [
      { pointer: '/reference', code: 'taken', message: 'is taken by another place; choose another, such as "stage-2"' },
    ])
    assert.equal((await a('POST', '/v1/events', { ...event, place_id: place.id })).status, 201)
    const clash = await a('POST', '/v1/events?check=conflicts', { ...event, place_id: place.id })
    assertProblem(clash, { status: 409, code: 'conflicts' })
    const kinds = clash.body.conflicts[0].records.map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(kinds, ['event', 'event', 'place'])
    refused.push(clash)
    for (const name of ['b', 'c']) await a('POST', '/v1/places', { name })
    const full = await a('POST', '/v1/places', { name: 'One too many' })
    assertProblem(full, { status: 403, code: 'quota_exceeded' })
    assert.equal(full.body.detail, 'A broadcast can have at most 3 places.')
    refused.push(full)
    for (const { body } of refused) {
      const texts = body.errors.map(({ pointer, message }: Record<string, string>) => [pointer, message])
      assert.doesNotMatch(JSON.stringify([body.detail, texts, body.conflicts]), foreign)
    }
  } finally {
    await service.stop()
  }
})
