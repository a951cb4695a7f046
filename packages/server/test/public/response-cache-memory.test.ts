import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Asked, type CachedResponse, createResponseCache, type Rendered } from '../../src/http/response-cache.ts'
import type { Notification, Notifications } from '../../src/store/notifications.ts'
import { TestClock } from '../support/test-clock.ts'

/** Notifications that a test sends by hand. */
function handSignals() {
  const listeners = new Set<(signal: Notification) => void>()
  let isLive = true
  const tell = (signal: Notification) => {
    for (const listener of listeners) listener(signal)
  }
  const notifications: Notifications = {
    publish: tell,
    tell,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce() {},
    onPresence() {},
    isLive: () => isLive,
    close: async () => {},
  }
  return { notifications, setLive: (live: boolean) => (isLive = live) }
}

const changed = (broadcastId: string, ...areas: ('content' | 'people' | 'members')[]): Notification => ({
  type: 'changes',
  broadcastId,
  sequence: 1,
  areas,
})

describe('the response cache', () => {
  const stage = (maxBytes = 1_000_000) => {
    const { notifications, setLive } = handSignals()
    const clock = new TestClock()
    const kept = createResponseCache({ clock, notifications, maxBytes })
    const ask = (key: string, options: Partial<Asked & Rendered> = {}) => {
      const {
        broadcastId = 'one',
        subject = 'content',
        since = kept.now(),
        text = key,
        untilMs,
        isSensitive = false,
      } = options
      return kept.read({ broadcastId, scope: 'all', url: key, subject, since }, async () => ({
        text,
        headers: {},
        untilMs,
        isSensitive,
      }))
    }
    const isKept = (key: string) => kept.find('all', key) !== undefined
    return { notifications, setLive, clock, kept, ask, isKept }
  }

  test('returns a cached response until one of its records changes', async () => {
    const { notifications, ask, isKept, kept } = stage()
    await ask('content')
    await ask('people', { subject: 'people' })
    await ask('elsewhere', { broadcastId: 'two' })
    assert.deepEqual(['content', 'people', 'elsewhere'].map(isKept), [true, true, true])
    assert.equal(kept.find('all', 'content')?.body.plain.bytes.toString(), 'content')
    notifications.publish({ type: 'access' })
    notifications.publish(changed('one', 'people'))
    assert.deepEqual(['content', 'people', 'elsewhere'].map(isKept), [true, false, true])
    notifications.publish(changed('one', 'content', 'people'))
    assert.deepEqual(['content', 'people', 'elsewhere'].map(isKept), [false, false, true])
    notifications.publish({ type: 'gone', broadcastId: 'two' })
    assert.equal(isKept('elsewhere'), false)
    await ask('again')
    notifications.publish({ type: 'gap' })
    assert.deepEqual([isKept('again'), kept.bytes()], [false, 0])
  })

  test('does not cache responses read before a notification, nor sensitive or expired ones', async () => {
    const { notifications, ask, isKept, kept, clock } = stage()
    const since = kept.now()
    for (const signal of [changed('one', 'content'), { type: 'gone', broadcastId: 'one' }, { type: 'gap' }] as const) {
      const before = kept.now()
      const slow = kept.read(
        { broadcastId: 'one', scope: 'all', url: 'slow', subject: 'content', since: before },
        async () => {
          notifications.publish(signal)
          return { text: 'old', headers: {}, isSensitive: false }
        },
      )
      await slow
      assert.equal(isKept('slow'), false, signal.type)
    }
    await ask('late', { since })
    assert.equal(isKept('late'), false)
    await ask('secret', { isSensitive: true })
    assert.equal(isKept('secret'), false)
    await ask('until', { untilMs: clock.now() + 60_000 })
    assert.equal(isKept('until'), true)
    clock.advance(60_000)
    assert.equal(isKept('until'), false)
  })

  test('returns nothing while notifications may be lost', async () => {
    const { setLive, ask, isKept } = stage()
    await ask('a')
    setLive(false)
    assert.equal(isKept('a'), false)
    setLive(true)
    assert.equal(isKept('a'), true)
  })

  test('shares one read among concurrent requests, but not with one from before a notification', async () => {
    const { kept, notifications } = stage()
    let readings = 0
    const gates: (() => void)[] = []
    const read = () => {
      const number = ++readings
      return new Promise<Rendered>((resolve) =>
        gates.push(() => resolve({ text: `reading ${number}`, headers: {}, isSensitive: false })),
      )
    }
    const asked = () => ({ broadcastId: 'one', scope: 'all', url: 'k', subject: 'content' as const, since: kept.now() })
    const early = [kept.read(asked(), read), kept.read(asked(), read)]
    notifications.publish(changed('one', 'content'))
    const late = [kept.read(asked(), read), kept.read(asked(), read)]
    for (const gate of gates) gate()
    const texts = (await Promise.all([...early, ...late])).map(({ body }) => body.plain.bytes.toString())
    assert.deepEqual(texts, ['reading 1', 'reading 1', 'reading 2', 'reading 2'])
    assert.equal(kept.find('all', 'k')?.body.plain.bytes.toString(), 'reading 2')
  })

  test('drops a failed read, and reports it to all waiting requests', async () => {
    const { kept, ask, isKept } = stage()
    const fail = () => Promise.reject(new Error('no database'))
    const asked = { broadcastId: 'one', scope: 'all', url: 'k', subject: 'content' as const, since: 0 }
    const failed = await Promise.allSettled([kept.read(asked, fail), kept.read(asked, fail)])
    assert(failed.every(({ status }) => status === 'rejected'))
    assert.equal(isKept('k'), false)
    await ask('k')
    assert.equal(isKept('k'), true)
  })

  test('stays within its size, whatever is requested and however it is encoded', async () => {
    const maxBytes = 100_000
    const { kept, ask, clock } = stage(maxBytes)
    for (let number = 0; number < 2_000; number++) {
      const key = `${number % 700}${'k'.repeat(number % 90)}`
      const answer = await ask(key, {
        text: `${number} `.repeat(number % 300),
        broadcastId: `b${number % 3}`,
        untilMs: clock.now() + 1e6,
      })
      if (number % 5 === 0) await answer.body.in('br')
      if (number % 7 === 0) await answer.body.in('gzip')
      assert(kept.bytes() <= maxBytes, `${kept.bytes()} bytes`)
    }
    assert(kept.bytes() > maxBytes / 2)
  })

  test('counts the encodings of its entries, and drops none of others', async () => {
    const { kept, ask, notifications } = stage()
    const text = 'packed '.repeat(1_000)
    const answer: CachedResponse = await ask('a', { text })
    const before = kept.bytes()
    const [one, other] = await Promise.all([answer.body.in('br'), answer.body.in('br')])
    assert.equal(one, other)
    assert.equal(kept.bytes(), before + one.bytes.length)
    notifications.publish(changed('one', 'content'))
    assert.equal(kept.bytes(), 0)
    await answer.body.in('gzip')
    assert.equal(kept.bytes(), 0)
  })

  test('keeps the entries of a small broadcast when another one fills the cache', async () => {
    const { ask, isKept } = stage(100_000)
    const own = Array.from({ length: 10 }, (_, at) => `small ${at}`)
    for (const key of own) await ask(key, { broadcastId: 'small', text: 'x'.repeat(1_000) })
    for (let number = 0; number < 1_000; number++)
      await ask(`flood ${number}`, { broadcastId: 'large', text: 'x'.repeat(5_000) })
    assert.deepEqual(own.filter(isKept), own)
  })

  test('evicts the least recently requested entries', async () => {
    const { ask, isKept, kept } = stage(100_000)
    await ask('wanted', { text: 'x'.repeat(5_000) })
    for (let number = 0; number < 200; number++) {
      assert(kept.find('all', 'wanted'), `after ${number}`)
      await ask(`other ${number}`, { text: 'x'.repeat(5_000) })
    }
    assert(isKept('wanted') && !isKept('other 0'))
  })

  test('of size zero caches nothing, and still responds', async () => {
    const { ask, isKept, kept } = stage(0)
    assert.equal((await ask('a')).body.plain.bytes.toString(), 'a')
    assert.deepEqual([isKept('a'), kept.bytes()], [false, 0])
  })
})
