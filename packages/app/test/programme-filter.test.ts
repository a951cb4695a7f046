import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf, isFiltered, optionsOf, wantedBy, withoutFilters, withValues } from '../src/data/programme-filter.ts'
import { contentOf, idOf, session } from './support/content.ts'

const data = contentOf({
  broadcastSessions: [
    session(1, '2 18:00', '2 19:00', {
      title: 'L’Été à la Jetée',
      categoryIds: [idOf(101)],
      interestPointId: idOf(201),
      hostIds: [idOf(301)],
      defaultLocale: 'fr',
    }),
    session(2, '2 20:00', '2 21:00', { categoryIds: [idOf(102), idOf(103)], defaultLocale: 'en' }),
    session(3, '3 20:00', '3 21:00', { interestPointId: idOf(201), hostIds: [idOf(302)] }),
  ],
  broadcastCategories: [
    { _id: idOf(101), title: 'Zouk' },
    { _id: idOf(102), title: 'Électro', localeDetails: { en: { title: 'Electronic' } } },
  ],
  broadcastInterestPoints: [{ _id: idOf(201), title: 'Le Phare' }],
  broadcastHosts: [
    { _id: idOf(301), title: 'Ondine' },
    { _id: idOf(302), title: 'Ada' },
  ],
})

const found = (query: Record<string, string>) => {
  const isWanted = wantedBy(data, filterOf(query), 'fr')
  return [...data.records.session.values()].filter(isWanted).map(({ _id }) => Number.parseInt(String(_id), 16))
}

test('values of one filter are alternatives, and filters narrow each other', () => {
  assert.deepEqual(found({}), [1, 2, 3])
  assert.deepEqual(found({ category: idOf(101) }), [1])
  assert.deepEqual(found({ category: `${idOf(101)},${idOf(102)}` }), [1, 2])
  assert.deepEqual(found({ stage: idOf(201), host: idOf(302) }), [3])
  assert.deepEqual(found({ stage: idOf(201), category: idOf(102) }), [])
  assert.deepEqual(found({ language: 'en' }), [2])
  assert.deepEqual(found({ category: ',' }), [1, 2, 3])
})

test('a search finds words of titles, hosts, places and categories without accents', () => {
  assert.deepEqual(found({ q: 'ete JETEE' }), [1])
  assert.deepEqual(found({ q: 'electro' }), [2])
  assert.deepEqual(found({ q: 'phare' }), [1, 3])
  assert.deepEqual(found({ q: 'phare', host: idOf(301) }), [1])
  assert.deepEqual(found({ q: 'nothing' }), [])
  assert.deepEqual(found({ q: ' — ' }), [1, 2, 3])
})

test('the options of a filter are the values of the programme, sorted as the language sorts them', () => {
  const { category, stage, host, language } = optionsOf(data, 'fr')
  assert.deepEqual(
    category.map(({ label }) => label),
    ['Électro', 'Zouk'],
  )
  assert.deepEqual(stage, [{ value: idOf(201), label: 'Le Phare' }])
  assert.deepEqual(
    host.map(({ label }) => label),
    ['Ada', 'Ondine'],
  )
  assert.deepEqual(language, [
    { value: 'en', label: 'anglais' },
    { value: 'fr', label: 'français' },
  ])
  assert.deepEqual(
    optionsOf(data, 'en').category.map(({ label }) => label),
    ['Electronic', 'Zouk'],
  )
  const oneLanguage = contentOf({ broadcastSessions: [session(1, '2 18:00', '2 19:00', { defaultLocale: 'fr' })] })
  assert.deepEqual(optionsOf(oneLanguage, 'fr').language, [], 'sessions in one language need no filter for it')
})

test('an address without filters keeps its view', () => {
  const query = { view: 'grid', category: 'a,b', q: 'x' }
  assert.deepEqual(withValues(query, 'category', ['a']), { view: 'grid', category: 'a', q: 'x' })
  assert.deepEqual(withoutFilters(query), { view: 'grid' })
  assert(isFiltered(filterOf(query)))
  assert(!isFiltered(filterOf({ view: 'grid', q: ' ' })))
})
