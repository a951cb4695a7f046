import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broadcastKinds, kinds } from '@marquee/model'
import { statementsOf } from '../support/counted-statements.ts'
import { inTurn } from '../support/in-turn.ts'
import { assertProblem } from '../support/problem.ts'
import { requestText, sendRaw } from '../support/raw-http.ts'
import * as support from '../support/refusals.ts'
import { invalid, refusal, startRefusals } from '../support/refusals.ts'
import type { Reply } from '../support/service.ts'
import { sqlPayloads } from '../support/sql-payloads.ts'

const at = startRefusals()
const nothingWritten = (name: string, work: () => Promise<void>) => support.nothingWritten(at, name, work)
const words = (text: string) => text.trim().split(/\s+/)

const query = (plural: string, text: string) => at.tenant.api('GET', `${at.tenant.path}/${plural}?${text}`)
const filter = (filters: unknown, plural = 'broadcastSessions') =>
  query(plural, `filters=${encodeURIComponent(JSON.stringify(filters))}`)
const sort = (order: unknown, plural = 'broadcastSessions') =>
  query(plural, `sort=${encodeURIComponent(JSON.stringify(order))}`)

/** A response with its names replaced, for comparison. */
const shapeOf = ({ text, body }: Reply, name: string) =>
  text.replaceAll(body.request_id, '').replaceAll(`/${name}`, '/<name>').replaceAll(`\\"${name}\\"`, '<name>')

nothingWritten('a secret or a column gets the same response as an unknown field', async () => {
  const names = [
    ...words('authData authData.basic.password authData.basic authProviders.key authProviders authData.0.key'),
    ...words('pushSubscription pushSubscription.endpoint pushSubscription.keys.auth secret secrets keyHash digest'),
    ...words('_userId userId broadcast_id broadcastId kind body keys refs reference id last_sequence password token'),
  ]
  for (const { plural } of broadcastKinds.filter(({ area }) => area !== 'members')) {
    const unknownFilter = shapeOf(await filter([{ nonsense: 'x' }], plural), 'nonsense')
    const unknownSort = shapeOf(await sort({ nonsense: 'asc' }, plural), 'nonsense')
    const isThorough = plural === kinds.broadcastClient.plural || plural === kinds.media.plural
    const values = ['x', ...(isThorough ? [{ $exists: true }, { $startsWith: 'a' }, { $ne: null }, { $gt: '' }] : [])]
    await inTurn(names, async (name) => {
      for (const value of values) {
        const reply = await filter([{ [name]: value }], plural)
        assertProblem(reply, invalid(`?filters/0/${name}`, 'unknown_field'))
        assert.equal(shapeOf(reply, name), unknownFilter)
      }
      const sorted = await sort({ [name]: 'asc' }, plural)
      assertProblem(sorted, invalid(`?sort/${name}`, 'unknown_field'))
      assert.equal(shapeOf(sorted, name), unknownSort)
    })
  }
})

nothingWritten('a name that resembles a field is unknown', async () => {
  const names = [
    ...words(`t1.password records.title public.records.title data.authData body.title keys.title keys->>'title'`),
    ...words(`metadata->>'x' metadata->'x' metadata#>>'{x}' metadata metadata. metadata..x .metadata.x metadata.x.`),
    ...words(`["_id"] _id; _id-- _ID Title TITLE title. .title title.x time time. time.start.x time..start *`),
    ...['title ', ' title', 'title\t', 'title\u200b', '\u202etitle', 'title\ufeff', 'ti\u0074le\u0301', '\uff54itle'],
    ...['t\u0456tle', 'st\u0430tus', '\ufb01eld', 'tit\u2113e', '', "title'", 'title"', 'title)', 'title OR 1=1'],
    'metadata.a.b.c.d.e.f',
    'metadata.a..b',
  ]
  for (const name of names) {
    await refusal(filter([{ [name]: 'x' }]), { status: 400, code: 'invalid' }, name)
    await refusal(sort({ [name]: 'asc' }), { status: 400, code: 'invalid' }, name)
  }
})

nothingWritten('no other parameter reaches a query', async () => {
  const names = words(
    `lookup where search q query filter fields[] populate include aggregate groupBy group having join select order
     orderBy sort[] distinct depth raw sql count offset page cursor key api_key apiKey access_token token`,
  )
  for (const name of names) {
    await refusal(query('broadcastSessions', `${name}=authData`), invalid(`?${name}`, 'unknown_parameter'))
    await refusal(at.tenant.api('GET', `${at.session}?${name}=authData`), invalid(`?${name}`, 'unknown_parameter'))
  }
  for (const value of words('authData secrets body keys authData.basic.password * _id,secrets'))
    for (const name of ['fields', 'expand'])
      await refusal(query('broadcastSessions', `${name}=${value}`), invalid(`?${name}`, 'unknown_field'))
})

nothingWritten('SQL is treated as text, in every part of a list query', async () => {
  const payloads = sqlPayloads()
  assert(payloads.length >= 500, String(payloads.length))
  const { db } = at.service.platform
  const { total } = (await query('broadcastSessions', '')).body.metadata
  const texts = new Set<string>()
  const stopListening = db.onStatement((text) => texts.add(text))
  await inTurn(payloads, async (payload, index) => {
    const encoded = encodeURIComponent(payload)
    const refused = [
      await filter([{ [payload]: 'x' }]),
      await sort({ [payload]: 'asc' }),
      await query('broadcastSessions', `startId=${encoded}`),
      // These parameters accept fixed values; some of the payloads are enough.
      ...(index % 5 > 0
        ? []
        : [
            await filter([{ title: { [payload]: 'x' } }]),
            await filter([{ [`$${payload}`]: [] }]),
            await filter([{ 'time.start': payload }]),
            await filter([{ 'time.allDay': payload }]),
            await sort({ title: payload }),
            await query('broadcastSessions', `filtersLogical=${encoded}`),
            await query('broadcastSessions', `fields=${encoded}`),
          ]),
    ]
    for (const reply of refused) assertProblem(reply, { status: 400, code: 'invalid' }, payload)
    const texts = { title: { $eq: payload, $gt: payload }, description: { $in: [payload, null] }, _id: payload }
    const found = [
      await filter([{ ...texts, _reference: { $startsWith: payload }, categoryIds: payload }]),
      await filter([{ 'metadata.a': payload, [`metadata.${payload.replaceAll('.', '')}`]: payload }]),
    ]
    for (const reply of found) {
      assert.equal(reply.status, 200, `${payload} ${reply.text}`)
      assert.equal(reply.body.metadata.total, 0, payload)
    }
  })
  stopListening()
  // The same few statements for all payloads: no payload became part of one.
  assert(texts.size < 20, `${texts.size} statements`)
  const asked = [...texts].filter((text) => text.includes('records'))
  for (const text of asked) assert.doesNotMatch(text, /sleep|union|drop/i)
  assert.equal((await query('broadcastSessions', '')).body.metadata.total, total)
})

nothingWritten('SQL is treated as text for $contains too', async () => {
  await inTurn(sqlPayloads(), async (payload) => {
    const reply = await filter([{ title: { $contains: payload } }])
    assert.equal(reply.status, 200, `${payload} ${reply.text}`)
    assert.equal(reply.body.metadata.total, 0, payload)
  })
  const { body } = await filter([{ title: { $contains: 'tand' } }])
  assert.equal(body.metadata.total, 1)
})

nothingWritten('operators of other databases are refused, also in place of a value', async () => {
  const operators = words(
    `$regex $where $expr $function $accumulator $jsonSchema $text $mod $size $all $elemMatch $not $type $near
     $comment $options $eq.x $EQ $like $ilike $sql $lookup $out $merge`,
  )
  for (const operator of operators) {
    const here = invalid(`?filters/0/title/${operator}`, 'unknown_operator')
    await refusal(filter([{ title: { [operator]: '.*' } }]), here, operator)
    await refusal(filter([{ [operator]: 'sleep(1000)' }]), invalid(`?filters/0/${operator}`, 'unknown_operator'))
    await refusal(filter([{ 'metadata.a': { [operator]: '.*' } }]), { status: 400, code: 'invalid' }, operator)
    await refusal(filter([{ title: { $eq: { [operator]: 1 } } }]), invalid('?filters/0/title/$eq', 'type'))
    await refusal(filter([{ title: { $in: [{ [operator]: 1 }] } }]), invalid('?filters/0/title/$in/0', 'type'))
    await refusal(sort({ title: { [operator]: 1 } }), invalid('?sort/title', 'enum'))
  }
  for (const operator of words('$ne $gt $gte $lt $lte $nin $contains $startsWith'))
    await refusal(filter([{ 'metadata.kept': { [operator]: 1 } }]), invalid(`?filters/0/metadata.kept/${operator}`))
  const { api, path } = at.tenant
  for (const name of ['title', 'status', '_reference'])
    await refusal(api('PATCH', at.session, { [name]: { $ne: null } }), invalid(`/${name}`, 'type'))
  await refusal(api('PATCH', `${path}?name[$ne]=x`, {}), invalid('?name[$ne]', 'unknown_parameter'))
})

test('operators in content are stored as content', async () => {
  const { api } = at.tenant
  const metadata = { $where: 'sleep(1)', a: { $ne: null }, $set: { title: 'x' } }
  const { body } = await api('POST', `${at.sessions}?dry_run=true`, { title: '{"$ne":null}', metadata })
  assert.equal(body.record.title, '{"$ne":null}')
  assert.deepEqual(body.record.metadata, metadata)
})

nothingWritten('a filter can have at most 5 levels, 50 conditions and lists of 100', async () => {
  const nested = (depth: number): object => (depth === 1 ? { title: 'x' } : { $and: [nested(depth - 1)] })
  const conditions = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `x${index}` }))
  const listed = (length: number) => [{ title: { $in: Array.from({ length }, (_, index) => `x${index}`) } }]
  for (const most of [[nested(5)], conditions(50), [{ $or: conditions(50) }], listed(100)])
    assert.equal((await filter(most)).status, 200, JSON.stringify(most))
  const spread = { $and: conditions(26), $or: conditions(25) }
  const several = { title: { $ne: 'a', $gt: 'a', $lt: 'b' } }
  const tooMuch: [unknown[], string][] = [
    [[nested(6)], 'too_deep'],
    [[nested(25)], 'too_deep'],
    [conditions(51), 'too_many'],
    [[{ $or: conditions(51) }], 'too_many'],
    [[spread], 'too_many'],
    [Array.from({ length: 17 }, () => several), 'too_many'],
    [listed(101), 'too_many'],
    [[{ title: { $nin: Array.from({ length: 101 }, () => 'x') } }], 'too_many'],
    [[{ 'metadata.a': { $in: Array.from({ length: 101 }, () => 1) } }], 'too_many'],
  ]
  for (const [filters, code] of tooMuch) {
    const reply = await filter(filters)
    assertProblem(reply, { status: 400, code: 'invalid' })
    assert.equal(reply.body.errors[0].code, code, reply.text)
  }
  // Stored filters are limited like all JSON: a million levels never reach a column.
  const deep = `{"audience":{"filters":[${'['.repeat(400_000)}${']'.repeat(400_000)}]}}`
  const campaigns = `${at.tenant.path}/${kinds.broadcastCampaign.plural}`
  await refusal(at.tenant.api('POST', campaigns, deep), { status: 400, code: 'invalid' })
})

nothingWritten('a filter of two megabytes is refused before it is parsed', async () => {
  const headers = { Host: new URL(at.service.url).host, 'X-API-KEY': at.tenant.key }
  const line = `GET ${at.sessions}?filters=[{"title":"${'x'.repeat(2 * 1_048_576)}"}] HTTP/1.1`
  const sent: Awaited<ReturnType<typeof sendRaw>>[] = []
  const statements = await statementsOf(at.service, async () => {
    sent.push(await sendRaw(at.service.url, requestText(line, headers)))
  })
  assert.deepEqual(statements, [])
  const [answer] = sent
  assert(answer?.isClosed)
  assert(answer.replies[0], 'no answer')
  assertProblem(answer.replies[0], { status: 431, code: 'header_too_large' })
})
