import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectProgramme } from '@marquee/formats'

const at = (start: string) => ({ time: { start, end: null, timezone: null, allDay: false } })

test('an id that different people share identifies none of them', () => {
  const file = collectProgramme('frab-xml')
  const [ada, grace] = ['Ada', 'Grace'].map((title) => file.host({ id: '1', at: 'line 1', fields: { title } }))
  file.session({
    id: 'a',
    at: 'line 2',
    fields: { title: 'Talk', ...at('2027-07-02T10:00:00.000Z'), hostIds: [ada, grace] },
  })
  const { records, notes } = file.finish({})
  assert.deepEqual(
    records.map(({ key }) => key),
    ['name:ada', 'name:grace', 'id:a'],
  )
  assert.deepEqual(records[2]?.fields.hostIds, [{ reference: 'name:ada' }, { reference: 'name:grace' }])
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['shared_id'],
  )
})

test('the same entry twice is read once, and a name written differently is the same name', () => {
  const file = collectProgramme('csv')
  const stage = file.place({ at: 'line 1', fields: { title: 'Main  Stage' } })
  assert.equal(file.place({ at: 'line 2', fields: { title: 'main stage', description: 'By the sea' } }), stage)
  for (const line of [1, 2])
    file.session({ id: 'x', at: `line ${line}`, fields: { title: 'Set', ...at('2027-07-02T10:00:00.000Z') } })
  const { records, notes } = file.finish({})
  assert.deepEqual(records[0]?.fields, { title: 'Main  Stage', description: 'By the sea' })
  assert.equal(records.length, 2)
  assert.deepEqual(
    notes.map(({ code, at: place }) => [code, place]),
    [['repeated_entry', 'line 2']],
  )
})

test('an entry without id is known by title, time, place and people, and says that this may change', () => {
  const file = collectProgramme('csv')
  file.session({ at: 'line 1', fields: { title: 'Set', ...at('2027-07-02T10:00:00.000Z') } })
  file.session({ at: 'line 2', fields: { title: 'Set', ...at('2027-07-02T12:00:00.000Z') } })
  const { records } = file.finish({})
  assert.deepEqual(
    records.map(({ isStable }) => isStable),
    [false, false],
  )
  assert.equal(new Set(records.map(({ key }) => key)).size, 2)
})

test('of each code the first thousand notes are listed and the others counted', () => {
  const file = collectProgramme('csv')
  for (let line = 1; line <= 1_003; line++) file.note('invalid_url', 'Left out.', `line ${line}`)
  const { notes } = file.finish({})
  assert.equal(notes.length, 1_001)
  assert.deepEqual(notes.at(-1), { code: 'invalid_url', message: 'There are 3 more notes like these.' })
})
