import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AnyRecord, broadcastKinds, type Kind } from '@marquee/model'
import { newObjectId } from '../../src/base/object-id.ts'
import { startService, type TestService } from '../support/service.ts'
import { assertLogged, assertProblem, assertReturned, type ExpectedRow, fieldErrorsOf } from './assertions.ts'
import { type Documented, readDocumentation } from './documented.ts'
import { fullBody, minimalBody, patchBody, uniqueText, wrongBody } from './samples.ts'
import { callsOf, type House, type KindCall, openHouse, openStage, type Row, type Stage } from './stage.ts'

let service: TestService
let documented: Documented
let house: House

before(async () => {
  service = await startService()
  documented = await readDocumentation(service.url)
  house = await openHouse(service, documented)
})
after(() => service.stop())

for (const kind of broadcastKinds) {
  const may = (operation: Kind['operations'][number]) => kind.operations.includes(operation)

  describe(kind.name, () => {
    let stage: Stage
    before(async () => {
      stage = await openStage(service, house, kind)
    })

    test('a list contains the records, the exact total and the position in the change log', async () => {
      const made = await stage.make()
      const { status, headers, body } = await stage.api('GET', stage.path)
      assert.equal(status, 200)
      assert.equal(body._type, kind.name)
      assert.deepEqual(body.metadata, { total: body.data.length, limit: 50, skip: 0, nextStartId: null })
      assert.deepEqual(body.data[0], made)
      assert.equal(headers.get('marquee-sequence'), String(await stage.sequence()))
    })

    if (may('create'))
      test('creating returns 201 with the record and its Location, and logs one change', async () => {
        const since = await stage.sequence()
        const sent = fullBody(kind, stage.target)
        const reply = await stage.api('POST', stage.path, sent)
        assert.equal(reply.status, 201, reply.text)
        const record: AnyRecord = reply.body
        assert.equal(record._updatedAt, record._createdAt)
        assertReturned(kind, record, sent)
        const location = reply.headers.get('location') ?? ''
        assert.equal(location, `${stage.path}/${record._id}`)
        const read = await stage.api('GET', location)
        assert.equal(read.text, reply.text)
        assert.equal(read.headers.get('etag'), reply.headers.get('etag'))
        await assertLogged(stage, since, [
          { operation: 'create', record, fields: Object.keys(record) },
          ...(await alsoLogged(stage)),
        ])
      })

    test('a record is read as it was written, with the same ETag', async () => {
      const made = await stage.make()
      const first = await stage.api('GET', `${stage.path}/${made._id}`)
      assert.equal(first.status, 200)
      assert.deepEqual(first.body, made)
      const again = await stage.api('GET', `${stage.path}/${made._id}`)
      assert.equal(again.headers.get('etag'), first.headers.get('etag'))
    })

    if (may('update'))
      test('a patch returns 200 with the changed record and logs the changed fields', async () => {
        const sent = fullBody(kind, stage.target)
        const made = await stage.make(sent)
        const patch = patchBody(kind, sent, stage.target)
        const since = await stage.sequence()
        const reply = await stage.api('PATCH', `${stage.path}/${made._id}`, patch)
        assert.equal(reply.status, 200, reply.text)
        const record: AnyRecord = reply.body
        assert.equal(record._id, made._id)
        assert.equal(record._createdAt, made._createdAt)
        assert(record._updatedAt > made._updatedAt)
        assertReturned(kind, record, patch, made)
        await assertLogged(stage, since, [{ operation: 'update', record, fields: Object.keys(patch) }])
        const again = await stage.api('PATCH', `${stage.path}/${made._id}`, {})
        assert.deepEqual(again.body, record, 'a patch of nothing changes nothing')
        await assertLogged(stage, since + 1, [])
      })

    if (may('delete'))
      test('deleting returns the delete result once, then 404', async () => {
        const made = await stage.make()
        const since = await stage.sequence()
        const path = `${stage.path}/${made._id}`
        const reply = await stage.api('DELETE', path)
        assert.equal(reply.status, 200, reply.text)
        const result = { success: true, referenceType: kind.name, referenceId: made._id, operationType: 'delete' }
        assert.deepEqual(reply.body, result)
        const followers = await alsoLogged(stage)
        await assertLogged(stage, since, [...followers, { operation: 'delete', record: made, fields: [] }])
        assertProblem(await stage.api('DELETE', path), 404, 'not_found')
        assertProblem(await stage.api('GET', path), 404, 'not_found')
      })

    if (may('create') && may('update'))
      test('a put by reference creates the record the first time and changes it afterwards', async () => {
        const reference = uniqueText()
        const path = `${stage.path}/by-reference/${encodeURIComponent(reference)}`
        let since = await stage.sequence()
        const first = await stage.api('PUT', path, minimalBody(kind))
        assert.equal(first.status, 201, first.text)
        const made: AnyRecord = first.body
        assert.equal(made._reference, reference)
        assert.equal(made._updatedAt, made._createdAt)
        assert.equal((await stage.api('GET', first.headers.get('location') ?? '')).text, first.text)
        await assertLogged(stage, since, [{ operation: 'create', record: made, fields: Object.keys(made) }])
        since = await stage.sequence()
        const second = await stage.api('PUT', path, { metadata: { second: true } })
        assert.equal(second.status, 200, second.text)
        assert.deepEqual({ ...second.body, _updatedAt: '' }, { ...made, metadata: { second: true }, _updatedAt: '' })
        await assertLogged(stage, since, [{ operation: 'update', record: second.body, fields: ['metadata'] }])
      })

    if (kind.logging === 'logged')
      test('the history of a record shows its changes, newest first', async () => {
        const made = await stage.make()
        if (may('update')) await stage.api('PATCH', `${stage.path}/${made._id}`, { metadata: { seen: true } })
        const { status, body } = await stage.api('GET', `${stage.path}/${made._id}/history`)
        assert.equal(status, 200)
        const seen = body.data.map(({ operation, fields }: Row) => [operation, fields])
        assert.deepEqual(seen, [...(may('update') ? [['update', ['metadata']]] : []), ['create', Object.keys(made)]])
      })

    test('a malformed path or query is 400 and names the error', async () => {
      const { _id: id } = await stage.make()
      const since = await stage.sequence()
      for (const { method, path, body } of callsOf(kind, stage.path, id)) {
        const reply = await stage.api(method, `${path}?zzz=1`, body)
        assert.deepEqual(fieldErrorsOf(reply, 400), [['?zzz', 'unknown_parameter']])
      }
      for (const malformed of ['nothing-like-an-id', 'A'.repeat(24), `${id}0`]) {
        for (const { method, path, body } of callsOf(kind, stage.path, malformed).filter(isAboutOne))
          assertProblem(await stage.api(method, path, body), 400, 'invalid_id')
      }
      for (const query of ['limit=-1', 'limit=x', 'filters=[', 'filters={}', 'sort={"zzz":"asc"}', 'filtersLogical=$x'])
        assert.equal((await stage.api('GET', `${stage.path}?${encodeURI(query)}`)).body.code, 'invalid', query)
      await assertLogged(stage, since, [])
    })

    if (may('create') || may('update'))
      test('an invalid body is 400, names every invalid field, and changes nothing', async () => {
        const { _id: id } = await stage.make()
        const since = await stage.sequence()
        for (const { operation, method, path } of callsOf(kind, stage.path, id).filter(isSendingRecord)) {
          const send = (body: unknown) => stage.api(method, path, body)
          const least = operation === 'update' ? {} : minimalBody(kind)
          assertProblem(await send('{"metadata":'), 400, 'invalid_json')
          assert.deepEqual(fieldErrorsOf(await send([]), 400), [['', 'type']])
          assert.deepEqual(fieldErrorsOf(await send({ ...least, zzz: 1 }), 400), [['/zzz', 'unknown_field']])
          assert.deepEqual(fieldErrorsOf(await send({ ...least, _id: newObjectId(0) }), 400), [['/_id', 'read_only']])
          const { _reference, ...wrong } = wrongBody(kind, operation !== 'update')
          const pointers = fieldErrorsOf(await send(wrong), 400).map(([pointer]) => pointer)
          const expected = Object.keys(wrong).map((name) => `/${name}`)
          assert.deepEqual([...new Set(pointers)].sort(), expected.sort())
        }
        await assertLogged(stage, since, [])
      })

    test('a caller without a valid key or session is 401 on every operation', async () => {
      const { _id: id } = await stage.make()
      const since = await stage.sequence()
      for (const { method, path, body } of callsOf(kind, stage.path, id)) {
        for (const api of [house.nobody, house.guesser]) {
          const reply = await api(method, path, body)
          assertProblem(reply, 401, 'unauthenticated')
          assert.equal(reply.headers.get('www-authenticate'), 'Bearer realm="Marquee"')
        }
      }
      await assertLogged(stage, since, [])
    })

    test('a key without the scope is 403 and changes nothing', async () => {
      const { _id: id } = await stage.make()
      const since = await stage.sequence()
      const { key, reader, writer, contentKey } = house
      const code = kind.area === 'members' ? 'owner_required' : 'insufficient_scope'
      for (const { method, path, body, isWrite } of callsOf(kind, stage.path, id)) {
        assertProblem(await (isWrite ? reader : writer)(method, path, body), 403, code)
        if (kind.area !== 'content') assertProblem(await contentKey(method, path, body), 403, code)
        if (kind.area === 'members') assertProblem(await key(method, path, body), 403, code)
      }
      await assertLogged(stage, since, [])
    })

    test('a missing record, or a broadcast of somebody else, is 404', async () => {
      const { _id: id } = await stage.make()
      const since = await stage.sequence()
      const missing = newObjectId(Date.now())
      for (const { method, path, body } of callsOf(kind, stage.path, missing).filter(isAboutOne))
        assertProblem(await stage.api(method, path, body), 404, 'not_found')
      const foreign = [house.other.path, stage.tenant.path.replace(stage.tenant.broadcastId, missing)]
      for (const path of foreign.map((place) => `${place}/${kind.plural}`)) {
        for (const call of callsOf(kind, path, id))
          assertProblem(await stage.api(call.method, call.path, call.body), 404, 'not_found')
      }
      await assertLogged(stage, since, [])
    })

    test('an unsupported operation is 405 with the supported ones', async () => {
      const { _id: id } = await stage.make()
      const since = await stage.sequence()
      const places = Map.groupBy(callsOf(kind, stage.path, id), ({ path }) => path)
      for (const [path, calls] of places) {
        // An import is created by a route of its own.
        const own = kind.name === 'import' && path === stage.path ? ['POST'] : []
        const known: string[] = [...calls.map(({ method }) => method), ...own]
        const allowed = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !known.includes(one))) {
          const reply = await stage.api(method, path, method === 'GET' ? undefined : {})
          assertProblem(reply, 405, 'method_not_allowed')
          assert.deepEqual(reply.headers.get('allow')?.split(', ').sort(), allowed)
        }
      }
      if (!places.has(`${stage.path}/${id}/history`))
        assertProblem(await stage.api('GET', `${stage.path}/${id}/history`), 404, 'not_found')
      await assertLogged(stage, since, [])
    })

    if (may('update') || may('delete'))
      test('a write with a stale If-Match is 412 and changes nothing', async () => {
        const made = await stage.make({ ...minimalBody(kind), ...(may('update') && { _reference: uniqueText() }) })
        const since = await stage.sequence()
        const path = `${stage.path}/${made._id}`
        const etag = (await stage.api('GET', path)).headers.get('etag') ?? ''
        const byReference = `${stage.path}/by-reference/${encodeURIComponent(made._reference ?? '')}`
        const stale = { 'if-match': '"stale"' }
        const patch = { metadata: { matched: true } }
        if (may('delete')) assertProblem(await stage.api('DELETE', path, undefined, stale), 412, 'precondition_failed')
        if (may('update')) {
          assertProblem(await stage.api('PATCH', path, patch, stale), 412, 'precondition_failed')
          if (may('create')) {
            assertProblem(await stage.api('PUT', byReference, patch, stale), 412, 'precondition_failed')
            const absent = `${stage.path}/by-reference/${newObjectId(0)}`
            const any = { 'if-match': '*' }
            assertProblem(await stage.api('PUT', absent, minimalBody(kind), any), 412, 'precondition_failed')
          }
        }
        await assertLogged(stage, since, [])
        const fresh = { 'if-match': `"other", ${etag}` }
        const last = may('update')
          ? await stage.api('PATCH', path, patch, fresh)
          : await stage.api('DELETE', path, undefined, fresh)
        assert.equal(last.status, 200, last.text)
      })
  })
}

/** A revision becomes the broadcast's newest, which is a change of the broadcast. */
async function alsoLogged({ kind, tenant, api }: Stage): Promise<ExpectedRow[]> {
  if (kind.name !== 'revision') return []
  const { body } = await api('GET', tenant.path)
  return [{ kind: 'broadcast', operation: 'update', record: body, fields: ['revisionId'] }]
}

const isSendingRecord = ({ operation }: KindCall) => ['create', 'update', 'by reference'].includes(operation)
const isAboutOne = ({ operation }: KindCall) => ['read', 'update', 'delete', 'history'].includes(operation)
