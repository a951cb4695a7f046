import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { localize } from '../../src/content/localize.ts'
import { decideKnown, decideReminders, settleMs } from '../../src/reminders/decide.ts'
import { noticeText } from '../../src/reminders/notice-text.ts'
import { quietUntilMs } from '../../src/reminders/quiet-hours.ts'
import type { SessionState } from '../../src/store/public/session-states.ts'

const nowMs = Date.parse('2026-07-03T12:00:00Z')
const iso = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString()
const state = (more: Partial<SessionState> = {}): SessionState => ({
  title: 'Lune',
  localeDetails: null,
  defaultLocale: null,
  start: iso(60),
  end: null,
  allDay: false,
  isCancelled: false,
  placeId: null,
  place: null,
  ...more,
})
const changed = (known: SessionState | undefined, current: SessionState | undefined) =>
  decideKnown({ sessionId: 's', known, current, changedMs: nowMs })

suite('what visitors know', () => {
  test('begins with the first state on the programme, and is not announced', () => {
    assert.deepEqual(changed(undefined, state())?.notifyAt, null)
    assert.equal(changed(undefined, undefined), undefined)
    assert.equal(changed(undefined, state({ start: iso(-300) })), undefined, 'it is over')
  })

  test('stays until they are notified, except for the title', () => {
    const moved = changed(state(), state({ start: iso(90), title: 'Moon' }))
    assert.deepEqual([moved?.state.start, moved?.state.title], [iso(60), 'Moon'])
    assert.equal(moved?.notifyAt?.getTime(), nowMs + settleMs)
    const gone = changed(state(), undefined)
    assert.deepEqual([gone?.state, gone?.notifyAt?.getTime()], [state(), nowMs + settleMs])
    const same = changed(state(), state({ title: 'Moon', end: iso(200) }))
    assert.deepEqual([same?.state.title, same?.notifyAt], ['Moon', null])
  })
})

test('reminders are planned for each choice, and only those ahead of the change are new', () => {
  const session = { sessionId: 's', known: undefined, changedMs: nowMs }
  const soon = decideReminders({ ...session, current: state({ start: iso(15) }) })
  assert.deepEqual(
    soon.map(({ minutes, dueAt, isAhead }) => [minutes, dueAt.toISOString(), isAhead]),
    [
      [5, iso(10), true],
      [15, iso(0), false],
      [30, iso(-15), false],
    ],
  )
  for (const current of [undefined, state({ start: null }), state({ allDay: true })])
    assert.deepEqual(decideReminders({ ...session, current }), [])
})

suite('quiet hours', () => {
  const at = (text: string) => Date.parse(text)
  test('pass midnight, and end at a local time', () => {
    const night = { from: '22:00', to: '08:00' }
    assert.equal(quietUntilMs(at('2026-07-03T21:00:00Z'), night, 'Europe/Paris'), at('2026-07-04T06:00:00Z'))
    assert.equal(quietUntilMs(at('2026-07-04T05:59:00Z'), night, 'Europe/Paris'), at('2026-07-04T06:00:00Z'))
    assert.equal(quietUntilMs(at('2026-07-04T06:00:00Z'), night, 'Europe/Paris'), undefined)
    assert.equal(quietUntilMs(at('2026-07-03T19:59:00Z'), night, 'Europe/Paris'), undefined)
    const noon = { from: '12:00', to: '14:00' }
    assert.equal(quietUntilMs(at('2026-07-03T13:00:00Z'), noon, 'UTC'), at('2026-07-03T14:00:00Z'))
    assert.equal(quietUntilMs(at('2026-07-03T14:00:00Z'), noon, 'UTC'), undefined)
    assert.equal(quietUntilMs(at('2026-07-03T13:00:00Z'), { from: '13:00', to: '13:00' }, 'UTC'), undefined)
  })

  test('always end within a day and an hour, and are over then, in any zone and on days when clocks change', () => {
    const time = fc
      .integer({ min: 0, max: 1_439 })
      .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16))
    const zone = fc.constantFrom('UTC', 'Europe/Paris', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia')
    const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') })
    fc.assert(
      fc.property(instant, time, time, zone, (ms, from, to, timeZone) => {
        const until = quietUntilMs(ms, { from, to }, timeZone)
        if (until === undefined) return
        assert(until > ms && until <= ms + 25 * 3_600_000)
        assert.equal(quietUntilMs(until, { from, to }, timeZone), undefined)
      }),
      { numRuns: 1_000 },
    )
    const fold = { from: '23:00', to: '02:30' }
    // 02:15 in Paris for the second time that night.
    assert.equal(quietUntilMs(at('2026-10-25T01:15:00Z'), fold, 'Europe/Paris'), undefined)
  })
})

suite('the text of a notice', () => {
  const reading = { localize, timeZone: 'Europe/Paris', nowMs }
  const text = (
    before: SessionState,
    after: SessionState | null,
    locale: string | null,
    minutes: number | null = null,
  ) => noticeText({ id: 'n', sessionId: 's', minutes, before, after, expiresAt: new Date(0) }, locale, reading).body
  const place = { title: 'Lighthouse', localeDetails: { fr: { title: 'Phare' } }, defaultLocale: null }

  test('of a reminder has the time in the zone of the broadcast, and the place', () => {
    const session = state({ placeId: 'p', place })
    assert.equal(text(session, session, 'fr', 15), 'Commence à 15:00 · Phare')
    assert.equal(text(session, session, null, 15), 'Begins at 15:00 · Lighthouse')
  })

  test('of a change has the old and the new time, as far as there are any', () => {
    assert.equal(text(state(), state({ start: null }), 'en'), 'No longer on Fri 15:00. The new time will be announced.')
    assert.equal(text(state({ start: null }), state(), 'es'), 'Ahora es vie 15:00.')
    assert.equal(
      text(state(), state({ start: '2026-07-03T22:00:00Z', allDay: true }), 'en'),
      'Moved from Fri 15:00 to Sat.',
    )
    assert.equal(
      text(state(), state({ start: iso(7 * 1_440 + 60), placeId: 'p', place }), 'fr'),
      'Déplacé de ven. 15:00 à ven. 10 juil. 15:00. Nouveau lieu : Phare.',
    )
    assert.equal(text(state(), null, 'es'), 'Ya no está en el programa.')
  })
})
