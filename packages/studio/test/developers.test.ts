import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@marquee/model'
import { readBackwards, withoutRepeats } from '../src/data/change-log.ts'
import { healthOf } from '../src/data/health.ts'
import { rateLimitOf } from '../src/data/rate-limit-headers.ts'
import { expiryAfter, inOrder, keyState } from '../src/screens/developers/keys/key-state.ts'
import { keySnippets } from '../src/screens/developers/snippets.ts'
import { follows, groupsOf, toggleGroup, toggleType } from '../src/screens/developers/webhooks/event-selection.ts'
import { headersOf, newSecret, prettyBody } from '../src/screens/developers/webhooks/signed-request.ts'
import { shownValue } from '../src/screens/kinds/difference-value.ts'
import { differences, restorableFields, restoringPatch } from '../src/screens/kinds/differences.ts'

const nowMs = Date.parse('2027-07-02T12:00:00Z')

test('a key is active, expiring, expired or revoked, and valid keys come first', () => {
  const key = (expires_at: string | null, revoked_at: string | null, created_at = '2027-01-01') => ({
    expires_at,
    revoked_at,
    created_at,
  })
  assert.equal(keyState(key(null, null), nowMs), 'active')
  assert.equal(keyState(key(expiryAfter(8, nowMs), null), nowMs), 'active')
  assert.equal(keyState(key(expiryAfter(6, nowMs), null), nowMs), 'expiring')
  assert.equal(keyState(key('2027-07-02T12:00:00Z', null), nowMs), 'expired')
  assert.equal(keyState(key(expiryAfter(30, nowMs), '2027-07-01T00:00:00Z'), nowMs), 'revoked')
  const [old, young, over] = [
    key(null, null, '2027-01-01'),
    key(null, null, '2027-02-01'),
    key(null, 'x', '2027-03-01'),
  ]
  assert.deepEqual(inOrder([over, old, young], nowMs), [young, old, over])
})

test('the snippets of a key call its broadcast', () => {
  const home = { origin: 'https://festival.example', userId: 'u1', broadcastId: 'b1' }
  const [curl, fetching, sdk] = keySnippets(home, 'mrq_live_x')
  assert.match(
    curl?.code ?? '',
    /Bearer mrq_live_x' \\\n {2}'https:\/\/festival\.example\/v1\/users\/u1\/broadcasts\/b1\//,
  )
  assert.match(fetching?.code ?? '', /authorization: 'Bearer mrq_live_x'/)
  assert.doesNotMatch(sdk?.code ?? '', /mrq_live_x/, 'what is committed with the code should not hold the key')
})

test('event types are subscribed singly, by group or all, and a wide pattern is expanded when needed', () => {
  const types = ['event.created', 'event.deleted', 'article.created', 'webhook.test']
  assert.deepEqual([...groupsOf(types, (type) => type.includes('created')).keys()], ['event', 'article'])
  assert(
    follows(['event.*'], 'event.created') && follows(['*'], 'webhook.test') && !follows(['event.*'], 'article.created'),
  )
  assert.deepEqual(toggleType([], 'event.created', types), ['event.created'])
  assert.deepEqual(toggleType(['event.*', 'webhook.test'], 'event.created', types), ['event.deleted', 'webhook.test'])
  assert.deepEqual(toggleType(['*'], 'event.created', types), ['event.deleted', 'article.*', 'webhook.*'])
  assert.deepEqual(toggleGroup(['event.created', 'webhook.test'], 'event', types), ['webhook.test', 'event.*'])
  assert.deepEqual(toggleGroup(['event.*', 'article.*'], 'event', types), ['article.*'])
  assert.deepEqual(toggleGroup(['*'], 'event', types), ['article.*', 'webhook.*'])
})

test('a new secret has the format of Standard Webhooks, with 32 random bytes', () => {
  const secret = newSecret()
  assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32)
  assert.notEqual(secret, newSecret())
})

test('a webhook is failing while its last delivery failed, and quiet before the first', () => {
  const sent = (status: 'pending' | 'delivered' | 'failed', attempts = 1) => ({ status, attempts })
  assert.equal(healthOf({ active: false }, [sent('delivered')]), 'disabled')
  assert.equal(healthOf({ active: true }, []), 'quiet')
  assert.equal(healthOf({ active: true }, [sent('pending', 0)]), 'quiet')
  assert.equal(healthOf({ active: true }, [sent('pending', 0), sent('delivered')]), 'healthy')
  assert.equal(healthOf({ active: true }, [sent('pending', 2), sent('delivered')]), 'failing')
  assert.equal(healthOf({ active: true }, [sent('failed', 10)]), 'failing')
})

test('a JSON body is indented, another is unchanged; headers name the event and the time of the attempt', () => {
  assert.equal(prettyBody('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}')
  assert.equal(prettyBody('<html>'), '<html>')
  assert.match(headersOf('evt_1', '2027-07-02T12:00:00.900Z'), /webhook-id: evt_1\nwebhook-timestamp: 1814529600/)
})

test('the rate limit is read from the response headers, if present', () => {
  const headers = new Headers({ 'ratelimit-policy': '"default";q=600;w=60', ratelimit: '"default";r=597;t=31' })
  assert.deepEqual(rateLimitOf(headers), { limit: 600, windowSeconds: 60, remaining: 597, resetSeconds: 31 })
  assert.equal(rateLimitOf(new Headers()), undefined)
})

test('two states of a record are compared part by part, without read-only fields', () => {
  const before = { _id: '1', _updatedAt: 'a', title: 'Ada', localeDetails: { fr: { title: 'Ada' } }, links: [] }
  const after = { _id: '1', _updatedAt: 'b', title: 'Ada', localeDetails: { fr: { title: 'Adèle' } }, links: [] }
  assert.deepEqual(differences(kinds.broadcastHost, before, after), [
    { path: ['localeDetails', 'fr', 'title'], before: 'Ada', after: 'Adèle' },
  ])
})

test('an earlier state is restored by its writable fields; later translations and metadata are removed', () => {
  const earlier = { title: 'Ada', subtitle: null, localeDetails: {}, metadata: { row: 1 }, status: 'draft' }
  const now = { ...earlier, title: 'Ada W.', localeDetails: { fr: { title: 'A' } }, metadata: { row: 1, page: 2 } }
  const fields = restorableFields(kinds.broadcastHost, now, earlier)
  assert.deepEqual(fields.toSorted(), ['localeDetails', 'metadata', 'title'])
  assert.deepEqual(restoringPatch(now, earlier, ['title', 'localeDetails', 'metadata']), {
    title: 'Ada',
    localeDetails: { fr: null },
    metadata: { page: null },
  })
  assert.deepEqual(restoringPatch(now, earlier, ['title']), { title: 'Ada' })
})

test('credentials, read-only fields and state such as enabled/disabled are not restored', () => {
  const fields = restorableFields(
    kinds.broadcast,
    { name: 'A', authData: [{ type: 'basic' }], revisionId: '1' },
    { name: 'B', authData: [], revisionId: null },
  )
  assert.deepEqual(fields, ['name'])
  assert.deepEqual(restorableFields(kinds.broadcastMember, { email: 'a@b.example' }, { email: 'c@d.example' }), [])
})

test('a value is shown as text, as a local time of the broadcast, or as code', () => {
  const words = { yes: 'yes', no: 'no', instant: (at: string) => `at ${at.slice(11, 16)}` }
  assert.deepEqual(shownValue([], words), { form: 'nothing', text: '' })
  assert.deepEqual(shownValue(false, words), { form: 'text', text: 'no' })
  assert.deepEqual(shownValue('2027-07-02T18:00:00.000Z', words), { form: 'text', text: 'at 18:00' })
  assert.equal(shownValue({ a: 1 }, words).form, 'code')
})

test('the change log is read backwards in spans, which get shorter at purged changes', async () => {
  const purged = new Error('purged')
  const log = (prunedThrough: number) => ({
    isPurged: (error: unknown) => error === purged,
    async read(since: number, limit: number) {
      if (since < prunedThrough) throw purged
      return Array.from({ length: limit }, (_, index) => ({ sequence: since + 1 + index }))
    },
  })
  const numbers = async (prunedThrough: number, before: number, size: number) => {
    const page = await readBackwards(log(prunedThrough), before, size)
    return [page.changes.map(({ sequence }) => sequence), page.before]
  }
  assert.deepEqual(await numbers(0, 6, 3), [[5, 4, 3], 3])
  assert.deepEqual(await numbers(0, 3, 3), [[2, 1], undefined])
  assert.deepEqual(await numbers(3, 6, 5), [[5, 4], 4])
  assert.deepEqual(await numbers(3, 4, 5), [[], undefined])
  assert.deepEqual(await numbers(0, 1, 5), [[], undefined])
  const [one, two] = [{ sequence: 1 }, { sequence: 2 }]
  assert.deepEqual(withoutRepeats([two, one], [two]), [two, one])
})
