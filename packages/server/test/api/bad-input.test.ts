import assert from 'node:assert/strict'
import { allKinds, type Field, type Kind, kinds, views } from '@marquee/model'
import { inTurn } from '../support/in-turn.ts'
import { assertProblem } from '../support/problem.ts'
import * as support from '../support/refusals.ts'
import { invalid, refusal, startRefusals } from '../support/refusals.ts'
import { leastBody, sampleBody, type TextPlace, textPlaces } from '../support/sample-body.ts'
import type { Reply } from '../support/service.ts'

const at = startRefusals()
const nothingWritten = (name: string, work: () => Promise<void>) => support.nothingWritten(at, name, work)
const write = (kind: Kind, body: unknown, query = '') => support.write(at, kind, body, query)
const create = (body: unknown) => at.tenant.api('POST', at.sessions, body)
const change = (body: unknown) => at.tenant.api('PATCH', at.session, body)
const rehearse = (body: unknown) => at.tenant.api('POST', `${at.sessions}?dry_run=true`, body)
const list = (query: string) => at.tenant.api('GET', `${at.sessions}?${query}`)
const words = (text: string) => text.trim().split(/\s+/)

const writable = allKinds.filter(
  ({ name, operations }) => name === kinds.broadcast.name || operations.includes('create'),
)

nothingWritten('a value of the wrong type is refused with its pointer, in every field of every kind', async () => {
  const attempts = writable.flatMap((kind) =>
    Object.entries(kind.fields).flatMap(([name, field]) =>
      wrongValues(field).map((value) => ({ kind, name, body: { ...leastBody(kind), [name]: value } })),
    ),
  )
  assert(attempts.length > 400, String(attempts.length))
  await inTurn(attempts, async ({ kind, name, body }) => {
    await refusal(write(kind, body), invalid(`/${name}`), `${kind.name} ${JSON.stringify(body)}`)
  })
})

function wrongValues({ schema, readOnly, presence }: Pick<Field, 'schema' | 'readOnly' | 'presence'>): unknown[] {
  const { type, enum: choices } = schema as { type?: string | string[]; enum?: unknown[] }
  if (readOnly || type === undefined) return []
  const types = [type].flat()
  const isNumber = types.includes('number') || types.includes('integer')
  const values: Record<string, unknown[]> = {
    string: ['1', ''],
    number: [1, 1.5],
    boolean: [true],
    array: [[], ['text']],
    object: [{}],
  }
  const wrong = Object.entries(values).flatMap(([name, some]) =>
    types.includes(name) || (name === 'number' && isNumber) ? [] : some,
  )
  const unknown = choices ? ['nonsense', choices.join(), ` ${choices[0]}`, String(choices[0]).toUpperCase()] : []
  return [...wrong, ...unknown, ...(presence === 'required' ? [null] : [])]
}

nothingWritten('an unknown field is refused by its name, at every depth', async () => {
  const names = ['', 'title ', ...words('nonsense Title / ~ a/b~c constructor toString hasOwnProperty valueOf')]
  const attempts = writable.flatMap((kind) => names.map((name) => ({ kind, name })))
  await inTurn(attempts, async ({ kind, name }) => {
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    await refusal(write(kind, { ...leastBody(kind), [name]: 1 }), invalid(pointer, 'unknown_field'))
  })
  const inside: [object, string][] = [
    [{ time: { start: null, nonsense: 1 } }, '/time/nonsense'],
    [{ blocks: [{ type: 'title', nonsense: 1 }] }, '/blocks/0/nonsense'],
    [{ blocks: [{ type: 'section', blocks: [{ type: 'title', nonsense: 1 }] }] }, '/blocks/0/blocks/0/nonsense'],
    [{ blocks: [{ type: 'section', blocks: [{ type: 'section' }] }] }, '/blocks/0/blocks/0/type'],
    [{ blocks: [{ type: 'nonsense' }] }, '/blocks/0/type'],
    [{ blocks: [{}] }, '/blocks/0/type'],
    [{ blocks: [{ type: 'media', values: [{ nonsense: 1 }] }] }, '/blocks/0/values/0/nonsense'],
    [{ localeDetails: { de: {} } }, '/localeDetails/de'],
    [{ localeDetails: { fr: { title: 1 } } }, '/localeDetails/fr/title'],
  ]
  await inTurn(inside, async ([body, pointer]) => {
    await refusal(create(body), invalid(pointer))
    await refusal(change(body), invalid(pointer))
  })
})

nothingWritten('a call that needs no body refuses fields', async () => {
  const { tenant, session } = at
  const id = session.slice(-24)
  const paths = [
    `importSources/${id}/poll`,
    `trash/${id}/restore`,
    `workflows/${id}/check`,
    `workflowRuns/${id}/cancel`,
  ]
  await inTurn(paths, async (path) => {
    const reply = tenant.api('POST', `${tenant.path}/${path}`, { constructor: 'nonsense' })
    await refusal(reply, invalid('/constructor', 'unknown_field'), path)
  })
})

nothingWritten('an empty text is no instant', async () => {
  const body = { name: 'Website', scopes: ['read'], expires_at: '' }
  await refusal(at.owner('POST', `${at.tenant.path}/apiKeys`, body), invalid('/expires_at'))
})

nothingWritten('the body of a sign-in is an object', async () => {
  await inTurn([null, [], 1, true], async (body) => {
    await refusal(at.tenant.api('POST', '/v1/auth/sign-out', body), invalid(''), JSON.stringify(body))
  })
})

nothingWritten('a text can have at most as many code points as its field allows', async () => {
  const attempts = writable.flatMap((kind) => limitedPlaces(kind).map((place) => ({ kind, place })))
  assert(attempts.length > 200, String(attempts.length))
  await inTurn(attempts, async ({ kind, place: { pointer, minLength, maxLength } }) => {
    const longest = await write(kind, bodyWith(kind, pointer, '\u{1f600}'.repeat(maxLength)), '?dry_run=true')
    assert.equal(longest.status, 200, `${kind.name} ${pointer} ${longest.text.slice(0, 300)}`)
    const tooLong = write(kind, bodyWith(kind, pointer, 'x'.repeat(maxLength + 1)))
    await refusal(tooLong, invalid(pointer, 'max_length'), kind.name)
    if (minLength === 0) return
    await refusal(write(kind, bodyWith(kind, pointer, '')), invalid(pointer, 'min_length'), kind.name)
  })
})

/** The limited texts of a kind; one locale represents all three, and the blocks of a page those of all kinds. */
function limitedPlaces(kind: Kind): TextPlace[] {
  return textPlaces(kind).filter(
    ({ pointer, maxLength }) =>
      maxLength < Number.POSITIVE_INFINITY &&
      !/^\/localeDetails\/(en|es)\//.test(pointer) &&
      (!pointer.includes('/blocks/') || (kind.name === kinds.broadcastPage.name && pointer.startsWith('/blocks/'))),
  )
}

function bodyWith(kind: Kind, target: string, text: string): Record<string, unknown> {
  const first = target.split('/')[1] ?? ''
  return sampleBody(kind, {
    text: ({ pointer }) => (pointer === target ? text : 'x'),
    without: (name, field) => name !== first && field.presence !== 'required',
    leaveOut: (pointer) => pointer.endsWith('/blocks') && !target.startsWith(pointer),
  })
}

nothingWritten('lists and metadata can be as large as allowed, and no larger', async () => {
  const blocks = (length: number) => Array.from({ length }, () => ({ type: 'divider' }))
  assert.equal((await rehearse({ blocks: blocks(500) })).status, 200)
  await refusal(create({ blocks: blocks(501) }), invalid('/blocks', 'max_items'))
  const text = 'x'.repeat(65_536 - '{"text":""}'.length)
  assert.equal((await rehearse({ metadata: { text } })).status, 200)
  await refusal(create({ metadata: { text: `${text}x` } }), invalid('/metadata', 'too_large'))
  // The limit applies to the metadata after the merge.
  await refusal(change({ metadata: { text } }), invalid('/metadata', 'too_large'))
})

nothingWritten('lone surrogates and NUL are refused at any depth', async () => {
  const faults = { surrogate: ['\\ud800', '\\udc00', 'a\\ud83db', '\\ude00\\ud83d'], nul: ['\\u0000', 'a\\u0000b'] }
  for (const [error, texts] of Object.entries(faults)) {
    for (const text of texts) {
      const bodies: [string, string][] = [
        [`{"title":"${text}"}`, '/title'],
        [`{"metadata":{"a":{"b":["x","${text}"]}}}`, '/metadata/a/b/1'],
        [`{"blocks":[{"type":"title","text":"${text}"}]}`, '/blocks/0/text'],
        [`{"localeDetails":{"fr":{"title":"${text}"}}}`, '/localeDetails/fr/title'],
        [`{"media":{"a":"${text}"}}`, '/media/a'],
      ]
      for (const [body, pointer] of bodies) {
        await refusal(create(body), invalid(pointer, error))
        await refusal(change(body), invalid(pointer, error))
      }
      for (const body of [`{"${text}":1}`, `{"metadata":{"${text}":1}}`, `{"media":{"${text}":1}}`])
        await refusal(create(body), { status: 400, code: 'invalid' }, body)
      const filters = encodeURIComponent(`[{"title":"${text}"}]`)
      await refusal(list(`filters=${filters}`), invalid('?filters/0/title', error))
      await refusal(list(`filters=${encodeURIComponent(`[{"metadata.${text}":1}]`)}`), { status: 400, code: 'invalid' })
    }
  }
  for (const query of words('startId=%00 locale=%00 fields=title%00 limit=1%00 filters=%00 sort=%00 %00=1 limit%00=1'))
    await refusal(list(query), { status: 400, code: 'invalid' }, query)
  const { tenant, sessions, session } = at
  const paths = [`${session}%00`, `${sessions}/%00`, `${tenant.path}%00/broadcastSessions`, `${session}/history%00`]
  const replies = await inTurn(paths, (path) => tenant.api('GET', path))
  replies.push(await tenant.api('PUT', `${sessions}/by-reference/a%00b`, {}))
  for (const reply of replies) assertProblem(reply, { status: reply.status === 400 ? 400 : 404 })
})

nothingWritten('a number that cannot be stored exactly is refused at any depth', async () => {
  const bodies: [string, (number: string) => string, string][] = [
    ['broadcastSessions', (number) => `{"metadata":{"a":[${number}]}}`, '/metadata/a/0'],
    ['broadcastSessions', (number) => `{"media":{"width":${number}}}`, '/media/width'],
    ['broadcastSessions', (number) => `{"blocks":[{"type":"title","height":${number}}]}`, '/blocks/0/height'],
    ['broadcastMaps', (number) => `{"width":${number}}`, '/width'],
    ['broadcastInterestPoints', (number) => `{"position":{"x":${number},"y":0}}`, '/position/x'],
  ]
  for (const number of words('1e400 -1e400 9007199254740992 9007199254740993 -9007199254740993 1e16 1e308')) {
    for (const [plural, body, pointer] of bodies) {
      const reply = at.tenant.api('POST', `${at.tenant.path}/${plural}`, body(number))
      await refusal(reply, invalid(pointer, 'number_range'), number)
    }
    const filters = encodeURIComponent(`[{"metadata.a":${number}}]`)
    await refusal(list(`filters=${filters}`), invalid('?filters/0/metadata.a', 'number_range'))
  }
  const metadata = { a: [9007199254740991, -9007199254740991, 0.1, 1e-7] }
  assert.deepEqual((await rehearse({ metadata })).body.record.metadata, metadata)
  for (const level of [1.5, 0, 7, '1', true, [1]])
    await refusal(create({ blocks: [{ type: 'title', level }] }), invalid('/blocks/0/level'))
})

nothingWritten('a body can be at most 32 levels deep', async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
    const metadata = (levels: number) => `{"metadata":{"a":${nested(levels - 2)}}}`
    assert.equal((await rehearse(metadata(32))).status, 200)
    for (const body of [...[33, 34, 1_000, 100_000].map(metadata), nested(33), nested(150_000)]) {
      const reply = await create(body)
      assertProblem(reply, { status: 400, code: 'invalid' })
      assert.equal(reply.body.errors[0].code, 'too_deep')
      assert(reply.text.length < 2_000)
    }
    await refusal(create(open.repeat(150_000)), { status: 400, code: 'invalid_json' })
    const filters = encodeURIComponent(`[{"title":${nested(1_000)}}]`)
    await refusal(list(`filters=${filters}`), { status: 400, code: 'invalid' })
  }
})

nothingWritten(
  '__proto__ is no name in a body, in metadata or in a query, and constructor is only a name',
  async () => {
    const poison = '{"polluted":true}'
    for (const [body, pointer] of [
      [`{"__proto__":${poison}}`, '/__proto__'],
      [`{"metadata":{"__proto__":${poison}}}`, '/metadata/__proto__'],
      [`{"metadata":{"a":[{"__proto__":${poison}}]}}`, '/metadata/a/0/__proto__'],
      [`{"metadata":{"\\u005f_proto__":${poison}}}`, '/metadata/__proto__'],
      [`{"media":{"__proto__":${poison}}}`, '/media/__proto__'],
      [`{"localeDetails":{"fr":{"__proto__":${poison}}}}`, '/localeDetails/fr/__proto__'],
      [`{"blocks":[{"type":"title","__proto__":${poison}}]}`, '/blocks/0/__proto__'],
    ] as const) {
      await refusal(create(body), invalid(pointer))
      await refusal(change(body), invalid(pointer))
      await refusal(at.tenant.api('PUT', `${at.sessions}/by-reference/new`, body), invalid(pointer))
    }
    await refusal(create(`{"constructor":{"prototype":${poison}}}`), invalid('/constructor'))
    const queries = [
      ...words('__proto__=1 __proto__[polluted]=1 constructor=1 filters[__proto__]=1 toString=1'),
      ...words('fields=__proto__ fields=constructor expand=constructor locale=constructor locale=__proto__'),
      ...[
        `[{"__proto__":${poison}}]`,
        `[{"constructor":${poison}}]`,
        '[{"toString":1}]',
        '[{"title":{"constructor":1}}]',
      ].map((filters) => `filters=${encodeURIComponent(filters)}`),
      ...words('{"__proto__":"asc"} {"constructor":"asc"} {"title":"constructor"} {"hasOwnProperty":"asc"}').map(
        (sort) => `sort=${encodeURIComponent(sort)}`,
      ),
    ]
    for (const query of queries) await refusal(list(query), { status: 400, code: 'invalid' }, query)
    const metadata = { constructor: { prototype: { polluted: true } }, prototype: 1, toString: 'x', valueOf: [] }
    assert.deepEqual((await rehearse({ metadata })).body.record.metadata, metadata)
  },
)

nothingWritten('a reference is one lower-case id of an existing record', async () => {
  const id = '66a1f0c2d4e5b60718293a4b'
  for (const value of [id.toUpperCase(), id.slice(1), `${id}0`, ` ${id}`, 'x'.repeat(24), '', 1, {}, [id]])
    await refusal(create({ interestPointId: value }), invalid('/interestPointId'))
  for (const value of [[id.toUpperCase()], [[id]], [1], [null], id, { 0: id }]) {
    const reply = await create({ hostIds: value })
    assertProblem(reply, { status: 400, code: 'invalid' })
    assert.match(reply.body.errors[0].pointer, /^\/hostIds/)
  }
  await refusal(create({ hostIds: [id] }), invalid('/hostIds/0', 'not_found_reference'))
  const { mediaId } = at
  assert.equal((await rehearse({ media: { mediaId, caption: 'x' } })).status, 200)
  for (const value of [id, 'x', '', 1, true, {}, [], `${mediaId} ${mediaId}`])
    await refusal(create({ media: { mediaId: value } }), invalid('/media/mediaId'), JSON.stringify(value))
})

nothingWritten('the id of a media inside a list is no reference to the media', async () => {
  for (const value of [[at.mediaId], [[at.mediaId]]])
    await refusal(create({ media: { mediaId: value } }), invalid('/media/mediaId'), JSON.stringify(value))
})

nothingWritten('a query parameter that is unknown, given twice or not of its type is refused by name', async () => {
  const numbers = words('-1 1.5 1e3 0x10 ten %201 1%20 +1 %2B1 "10" [1] true NaN 9007199254740993 %D9%A3')
  const named: Record<string, string[]> = {
    limit: ['', '1'.repeat(400), ...numbers],
    skip: ['', '1'.repeat(400), ...numbers],
    locale: ['', ...words('FR de fr,en *')],
    filtersLogical: ['', ...words('$xor and $AND $and,$or')],
    fields: ['', ...words(', title, nonsense title,nonsense * time.start Title')],
    expand: ['', ...words('title nonsense *')],
    startId: ['', 'x'.repeat(1_000), ...words('x 66a1f0c2d4e5b60718293a4 66A1F0C2D4E5B60718293A4B %ff')],
    filters: ['%ff'],
    nonsense: ['1'],
    Limit: ['1'],
    'limit[]': ['1'],
    '': ['1'],
  }
  for (const [name, values] of Object.entries(named))
    for (const value of values) await refusal(list(`${name}=${value}`), invalid(`?${name}`), `${name}=${value}`)
  for (const query of words('limit=1&limit=1 limit=1&limit=2 filters=[]&filters=[] li%6Dit=1&limit=1'))
    await refusal(list(query), { ...invalid(`?${query.startsWith('f') ? 'filters' : 'limit'}`, 'repeated_parameter') })
  const { tenant, sessions, session } = at
  for (const value of ['', ...words('1 yes TRUE true,true')])
    await refusal(tenant.api('POST', `${sessions}?dry_run=${value}`, {}), invalid('?dry_run'))
  const elsewhere: [Promise<Reply>, string][] = [
    [tenant.api('POST', `${sessions}?limit=1`, {}), '?limit'],
    [tenant.api('PATCH', `${session}?force=true`, {}), '?force'],
    [tenant.api('DELETE', `${session}?force=maybe`), '?force'],
    [tenant.api('GET', `${session}?limit=1`), '?limit'],
    [tenant.api('GET', `${tenant.path}/usage?x`), '?x'],
    [tenant.api('GET', `${tenant.path}/changes?since=-1`), '?since'],
    [tenant.api('GET', `${tenant.path}/changes?limit=0`), '?limit'],
    [tenant.api('GET', `${tenant.path}/changes?limit=1001`), '?limit'],
  ]
  for (const [reply, pointer] of elsewhere) await refusal(reply, invalid(pointer))
})

nothingWritten('malformed filters and sort are refused with their pointer', async () => {
  const filters: [string, string][] = [
    ...words(`nonsense { [{'title':1}] [{"title":"a",}] [{"title":NaN}] null 1 "[]" {"title":"a"}`).map(
      (json): [string, string] => [json, ''],
    ),
    ['', ''],
    ['["title"]', '/0'],
    ['[null]', '/0'],
    ['[[]]', '/0'],
    ['[{"title":1}]', '/0/title'],
    ['[{"title":["a"]}]', '/0/title'],
    ['[{"title":{}}]', '/0/title'],
    ['[{"title":{"$eq":{"a":1}}}]', '/0/title/$eq'],
    ['[{"title":{"eq":"a"}}]', '/0/title/eq'],
    ['[{"title":{"$in":"a"}}]', '/0/title/$in'],
    ['[{"title":{"$in":["a",1]}}]', '/0/title/$in/1'],
    ['[{"title":{"$exists":"true"}}]', '/0/title/$exists'],
    ['[{"title":{"$contains":1}}]', '/0/title/$contains'],
    ['[{"time.allDay":"true"}]', '/0/time.allDay'],
    ['[{"time.start":"soon"}]', '/0/time.start'],
    ['[{"time.start":1}]', '/0/time.start'],
    ['[{"time":{"start":"2026-07-04T18:00:00Z"}}]', '/0/time'],
    ['[{"$and":{"title":"a"}}]', '/0/$and'],
    ['[{"$or":[{"title":1}]}]', '/0/$or/0/title'],
  ]
  const six = '{"_id":"asc","title":"asc","status":"asc","_createdAt":"asc","_updatedAt":"asc","_reference":"asc"}'
  const sorts: [string, string][] = [
    ...['nonsense', '"title"', '["title"]', 'null', '', six].map((json): [string, string] => [json, '']),
    ['{"title":1}', '/title'],
    ['{"title":"ASC"}', '/title'],
    ['{"title":["asc"]}', '/title'],
    ['{"description":"asc"}', '/description'],
    ['{"metadata.kept":"asc"}', '/metadata.kept'],
  ]
  for (const [name, cases] of Object.entries({ filters, sort: sorts }))
    for (const [json, place] of cases)
      await refusal(list(`${name}=${encodeURIComponent(json)}`), invalid(`?${name}${place}`), json)
})

nothingWritten('a malformed id of a record is 400, a malformed id of a user or broadcast 404', async () => {
  const { tenant, owner, sessions } = at
  const { userId, broadcastId, api } = tenant
  const ids = [
    'x'.repeat(2_000),
    ...words('x 0 66a1f0c2d4e5b60718293a4 66a1f0c2d4e5b60718293a4b0 66A1F0C2D4E5B60718293A4B 66a1f0c2d4e5b60718293a4g'),
    ...words("%20 ' %F0%9F%98%80 ..%2f.. %252e __proto__ null by-reference"),
  ]
  const readable = allKinds.filter(({ area, name }) => area !== 'members' && name !== kinds.broadcast.name)
  await inTurn(ids, async (id) => {
    for (const { plural } of readable)
      await refusal(
        api('GET', `${tenant.path}/${plural}/${id}`),
        { status: 400, code: 'invalid_id' },
        `${plural} ${id}`,
      )
    await refusal(api('PATCH', `${sessions}/${id}`, {}), { status: 400, code: 'invalid_id' })
    await refusal(api('DELETE', `${sessions}/${id}`), { status: 400, code: 'invalid_id' })
    for (const path of [`/v1/users/${id}/broadcasts/${broadcastId}`, `/v1/users/${userId}/broadcasts/${id}`]) {
      await refusal(api('GET', path), { status: 404, code: 'not_found' }, path)
      await refusal(api('GET', `${path}/broadcastSessions`), { status: 404, code: 'not_found' }, path)
      await refusal(api('PATCH', path, { name: 'Taken over' }), { status: 404, code: 'not_found' }, path)
      await refusal(owner('GET', path), { status: 404, code: 'not_found' }, path)
    }
  })
  await refusal(api('GET', `${sessions}/x/history`), { status: 400, code: 'invalid_id' })
})

nothingWritten('Surface A refuses bad input too', async () => {
  const { api } = at.tenant
  const times = { start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
  const good: Record<string, Record<string, unknown>> = {
    event: { title: 'x', ...times },
    place: { name: 'x' },
    article: { title: 'x' },
  }
  for (const view of views) {
    const path = `/v1/${view.plural}`
    const least = good[view.name] ?? {}
    const send = (body: object) => api('POST', path, { ...least, ...body })
    for (const [name, { schema, readOnly, required }] of Object.entries(view.fields)) {
      const presence = required ? 'required' : 'optional'
      for (const value of readOnly ? [] : wrongValues({ schema, presence }))
        await refusal(send({ [name]: value }), invalid(`/${name}`), `${view.name} ${name} ${JSON.stringify(value)}`)
      const { [name]: _, ...others } = least
      if (required) await refusal(api('POST', path, others), invalid(`/${name}`, 'required'))
    }
    for (const name of words('nonsense _id time position metadata broadcastId constructor'))
      await refusal(send({ [name]: 1 }), invalid(`/${name}`, 'unknown_field'))
    for (const [text, error] of [
      ['\\ud800', 'surrogate'],
      ['\\u0000', 'nul'],
    ])
      await refusal(api('POST', path, `{"reference":"${text}"}`), invalid('/reference', error))
    for (const reference of ['', 'x'.repeat(201)]) await refusal(send({ reference }), invalid('/reference'))
    await refusal(api('POST', path, `{"__proto__":{"polluted":true}}`), invalid('/__proto__'))
    for (const query of words(
      'limit=0 limit=201 limit=-1 limit=x offset=-1 offset=1.5 status=x nonsense=1 limit=1&limit=1',
    ))
      await refusal(api('GET', `${path}?${query}`), { status: 400, code: 'invalid' }, query)
    for (const id of words('x 66a1f0c2d4e5b60718293a4b 66A1F0C2D4E5B60718293A4B %20 by-reference __proto__')) {
      await refusal(api('GET', `${path}/${id}`), { status: 404, code: 'not_found' }, id)
      await refusal(api('PUT', `${path}/${id}`, {}), { status: 404, code: 'not_found' }, id)
      await refusal(api('DELETE', `${path}/${id}`), { status: 404, code: 'not_found' }, id)
    }
    await refusal(api('PATCH', path, {}), { status: 405, code: 'method_not_allowed' })
    await refusal(api('POST', path, '{}', { 'content-type': 'text/plain' }), { status: 415 })
    await refusal(api('POST', path, '[]'), invalid('', 'type'))
  }
  for (const query of words(
    'from=x from=2026-02-30 to=soon to=2026-13-01T00:00:00Z day=2026-02-30 day=today day=2026-7-4',
  ))
    await refusal(api('GET', `/v1/events?${query}`), invalid(`?${query.split('=')[0]}`), query)
  for (const coordinates of [
    { x: 1 },
    { x: 1.5, y: 1 },
    { x: '1', y: 1 },
    { x: 1, y: 1, z: 1 },
    { x: 1e9 + 1, y: 0 },
  ]) {
    const reply = await api('POST', '/v1/places', { name: 'x', coordinates })
    assertProblem(reply, { status: 400, code: 'invalid' })
    assert.match(reply.body.errors[0].pointer, /^\/coordinates\//)
  }
  const nowhere = { ...good.event, place_id: '66a1f0c2d4e5b60718293a4b', category: 'Not made' }
  await refusal(api('POST', '/v1/events', nowhere), invalid('/place_id', 'not_found_reference'))
  const long = { ...good.event, category: 'x'.repeat(201) }
  await refusal(api('POST', '/v1/events', long), invalid('/category', 'max_length'))
})
