import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentText, outcomeText } from '../src/screens/import/counted.ts'
import { defaultChoice, withMatches } from '../src/screens/import/decisions.ts'
import type { Import, ImportChange } from '../src/screens/import/imports.ts'
import { placeText } from '../src/screens/import/place-text.ts'
import { versionOf, withRole } from '../src/screens/import/replan.ts'
import { texts } from '../src/screens/import/texts.ts'
import { valueText } from '../src/screens/import/value-text.ts'

const words = {
  language: 'en',
  zone: 'Europe/Paris',
  yes: 'Yes',
  no: 'No',
  nameOf: (id: string) => (id === 'a'.repeat(24) ? 'Ada Wrenfield' : undefined),
}

test('values of a plan are shown in words: times in the zone of the broadcast, records by name', () => {
  const show = (value: unknown) => valueText(value, words)
  const evening = { start: '2027-07-02T16:00:00.000Z', end: '2027-07-02T17:00:00.000Z' }
  assert.equal(show(evening), 'Fri, 2 Jul 2027, 18:00 – 19:00')
  assert.equal(show({ ...evening, end: '2027-07-02T23:30:00.000Z' }), 'Fri, 2 Jul 2027, 18:00 – 01:30')
  assert.match(show({ ...evening, end: '2027-07-05T17:00:00.000Z' }), /– Mon, 5 Jul 2027, 19:00$/)
  assert.equal(show(['a'.repeat(24), 'b'.repeat(24)]), 'Ada Wrenfield, + 1')
  assert.equal(show(['b'.repeat(24)]), '1')
  assert.equal(show('<p>Bring a <b>cushion</b>.</p><p>And tea.</p>'), 'Bring a cushion.\nAnd tea.')
  assert.equal(show([{ label: 'Site', url: 'https://nuits.example' }]), 'Site: https://nuits.example')
  assert.equal(show('2 < 3 and 4 > 1'), '2 < 3 and 4 > 1')
  for (const nothing of [null, undefined, '', []]) assert.equal(show(nothing), '')
  assert.equal(show(false), 'No')
})

test('a role belongs to one column, except for people, categories and links', () => {
  const columns = [
    { header: 'Titre', role: 'title', samples: [] },
    { header: 'Nom', role: 'ignore', samples: [] },
    { header: 'Artistes', role: 'hosts', samples: [] },
  ]
  assert.deepEqual(withRole(columns, 'Nom', 'title'), { Titre: 'ignore', Nom: 'title', Artistes: 'hosts' })
  assert.deepEqual(withRole(columns, 'Nom', 'hosts'), { Titre: 'title', Nom: 'hosts', Artistes: 'hosts' })
})

test('a file is the new version of a source whose name differs in numbers and words such as copy alone', () => {
  const sources = [{ title: 'programme.csv' }, { title: 'Salles 2026.xlsx' }]
  for (const name of ['programme (2).csv', 'Programme-v3.csv', 'programme copy.csv', 'programme_2027-07-02.csv'])
    assert.equal(versionOf(name, sources), sources[0], name)
  assert.equal(versionOf('salles 2027.xlsx', sources), sources[1])
  for (const name of ['programme.xlsx', 'artistes.csv', '2027.csv'])
    assert.equal(versionOf(name, sources), undefined, name)
  assert.equal(versionOf('programme.csv', [...sources, { title: 'programme 3.csv' }]), undefined, 'two are alike')
})

test('accepting all matches gives each existing record to one new record', () => {
  const change = (key: string, ...ids: string[]) =>
    ({
      kind: 'broadcastHost',
      key,
      proposals: ids.map((recordId) => ({ recordId, title: 'Ada', shared: [] })),
    }) as unknown as ImportChange
  const changes = [change('1', 'a'), change('2', 'a', 'b'), change('3', 'a')]
  const ids = (isSame: boolean) =>
    withMatches({ matches: [], fields: [] }, changes, isSame).matches.map(({ recordId }) => recordId)
  assert.deepEqual(ids(true), ['a', 'b', null])
  assert.deepEqual(ids(false), [null, null, null])
})

test('without a decision the source changes, people keep, and the rule decides about both', () => {
  const field = (outcome: 'take' | 'keep' | 'conflict') => ({
    name: 'title',
    base: '',
    current: '',
    incoming: '',
    outcome,
  })
  assert.equal(defaultChoice(field('take'), 'keep'), 'take')
  assert.equal(defaultChoice(field('keep'), 'take'), 'keep')
  assert.equal(defaultChoice(field('conflict'), 'take'), 'take')
  assert.equal(defaultChoice(field('conflict'), 'keep'), 'keep')
})

test('a result is counted in words, in three languages', () => {
  const counts = { created: 2, changed: 0, unchanged: 85, removed: 1 }
  const record = {
    counts,
    kindCounts: { broadcastSession: counts, broadcastHost: { created: 1, changed: 0, unchanged: 0, removed: 0 } },
  } as unknown as Import
  assert.equal(contentText(record, texts.en), '87 sessions, 1 host')
  assert.equal(contentText(record, texts.fr), '87 sessions, 1 intervenant')
  assert.equal(outcomeText(record, texts.en), '2 new, 1 removed')
  assert.equal(outcomeText(record, texts.es), '2 nuevos, 1 retirado')
  assert.equal(outcomeText({ counts: { created: 0, changed: 0, removed: 0 } } as Import, texts.en), 'no changes')
  assert.equal(placeText('line 12, column 3', texts.fr.line), 'ligne 12, column 3')
})
