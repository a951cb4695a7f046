import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { broadcastKinds } from '@marquee/model'
import { nastyStrings } from '../support/nasty-strings.ts'
import { sampleBody } from '../support/sample-body.ts'
import { signedIn, startService, type TestService } from '../support/service.ts'
import { firstDifference, tryTexts, withoutSecrets } from '../support/text-fidelity.ts'

let service: TestService

before(async () => {
  service = await startService({ MARQUEE_QUOTA_WORKFLOWS: '1000' })
})
after(() => service.stop())

test('the texts of this test differ in their first 200 characters, and JSON and PostgreSQL can store them', () => {
  const strings = nastyStrings()
  assert(strings.length >= 200, String(strings.length))
  assert.equal(new Set(strings.map((string) => [...string].slice(0, 200).join(''))).size, strings.length)
  for (const string of strings) assert(string.isWellFormed() && !string.includes('\0'))
})

test('every text is returned by every read as it was written, in every field, and found by filters', async () => {
  const { texts, differences } = await tryTexts(service, nastyStrings())
  assert(texts > 50_000, `${texts} texts`)
  assert.equal(differences.length, 0, differences.slice(0, 20).join('\n'))
})

test('the replacement character is an ordinary character, also in a filter', async () => {
  const { api, path } = await service.newTenant()
  const { body: record } = await api('POST', `${path}/broadcastSessions`, {
    title: 'a \ufffd b',
    metadata: { mark: '\ufffd' },
  })
  assert.equal(record.title, 'a \ufffd b')
  for (const filter of [{ title: 'a \ufffd b' }, { title: { $contains: '\ufffd' } }, { 'metadata.mark': '\ufffd' }]) {
    const filters = encodeURIComponent(JSON.stringify([filter]))
    const found = await api('GET', `${path}/broadcastSessions?filters=${filters}`)
    assert.equal(found.status, 200, found.text)
    assert.equal(found.body.metadata.total, 1)
  }
})

test('a category and a reference of 200 characters can be requested, whatever the characters', async () => {
  const { api } = await service.newTenant()
  for (const text of ['x'.repeat(200), astral(200)]) {
    const times = { start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
    const event = await api('POST', '/v1/events', { title: 'x', ...times, category: text, reference: text })
    assert.equal(event.status, 201, event.text)
    for (const name of ['category', 'reference']) {
      const found = await api('GET', `/v1/events?${name}=${encodeURIComponent(text)}`)
      assert.equal(found.status, 200, found.text)
      assert.deepEqual(found.body.data, [event.body])
    }
  }
})

test('a text of the maximum length is returned as it was written', async () => {
  const tenant = await service.newTenant()
  const owner = await signedIn(service, tenant)
  for (const kind of broadcastKinds.filter(({ operations }) => operations.includes('create'))) {
    const api = kind.area === 'members' ? owner : tenant.api
    const sample = sampleBody(kind, {
      // Content without its own limit is limited by the body.
      text: ({ pointer, maxLength }) => (pointer.lastIndexOf('/') === 0 ? astral(Math.min(maxLength, 200_000)) : 'x'),
      without: (_, field) => field.secret === true,
    })
    const body = withoutSecrets(kind, sample)
    const created = await api('POST', `${tenant.path}/${kind.plural}`, body)
    assert.equal(created.status, 201, created.text.slice(0, 500))
    assert.equal(firstDifference(body, created.body), undefined)
    const read = await api('GET', `${tenant.path}/${kind.plural}/${created.body._id}`)
    assert.equal(firstDifference(body, read.body), undefined)
  }
})

/** As many characters, each of them four bytes. */
function astral(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCodePoint(0x1f300 + (index % 500))).join('')
}
