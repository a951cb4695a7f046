import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { searchableKinds } from '@marquee/model'
import { fieldErrorsOf } from '../contract/assertions.ts'
import { type Documented, readDocumentation } from '../contract/documented.ts'
import { type Api, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let documented: Documented
let tenant: TestTenant
let api: Api

before(async () => {
  service = await startService()
  documented = await readDocumentation(service.url)
  tenant = await service.newTenant()
  api = documented.api(tenant.api)
})
after(() => service.stop())

const create = async (plural: string, body: object, at = tenant): Promise<string> => {
  const reply = await at.api('POST', `${at.path}/${plural}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body._id
}

interface Result {
  kind: string
  _id: string
  title: string | null
  locale: string | null
  score: number
  highlights: { field: string; text: string; ranges: [number, number][] }[]
}

const search = async (q: string, more = '', at = tenant): Promise<{ data: Result[]; total: number }> => {
  const reply = await documented.api(at.api)('GET', `${at.path}/search?q=${encodeURIComponent(q)}${more}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** The titles of the results, in order. */
const titles = async (q: string, more = '', at = tenant) => (await search(q, more, at)).data.map(({ title }) => title)

describe('matching', () => {
  let place: TestTenant
  before(async () => {
    place = await service.newTenant()
  })
  const found = (q: string, more = '') => titles(q, more, place)

  test('accents and case are ignored, in the query and in the text', async () => {
    await create('broadcastSessions', { title: 'Été étalé' }, place)
    for (const q of ['ete', 'ÉTÉ', 'e\u0301te\u0301', 'etale', 'ÉTAL', ' «étalé» ', 'ête'])
      assert.deepEqual(await found(q), ['Été étalé'], q)
    await create('broadcastHosts', { title: 'Cœur Ødegaard Weiß' }, place)
    for (const q of ['coeur', 'odegaard', 'WEISS', 'cœur']) assert.deepEqual(await found(q), ['Cœur Ødegaard Weiß'], q)
  })

  test('every word can be a prefix; all must match, in any order and any field', async () => {
    const body = { title: 'Balade nocturne', description: 'Le long du canal, avec lanternes.' }
    await create('broadcastSessions', { ...body, blocks: [{ type: 'paragraph', text: 'Départ au phare' }] }, place)
    for (const q of ['balade', 'noct', 'lanternes nocturne', 'pha bal lant', 'phare, canal!', 'bal bal'])
      assert.deepEqual(await found(q), ['Balade nocturne'], q)
    for (const q of ['lade', 'balade montagne', 'nocturnes oubliés']) assert.deepEqual(await found(q), [], q)
  })

  test('other forms of a word are found in the language of the text', async () => {
    await create('broadcastArticles', { title: 'Traditions nationales', defaultLocale: 'fr' }, place)
    await create('broadcastArticles', { title: 'Running shoes', defaultLocale: 'en' }, place)
    await create('broadcastArticles', { title: 'Canciones', defaultLocale: 'es' }, place)
    assert.deepEqual(await found('nationaux'), ['Traditions nationales'])
    assert.deepEqual(await found('traditionnellement nationalement'), ['Traditions nationales'])
    assert.deepEqual(await found('runs'), ['Running shoes'])
    assert.deepEqual(await found('cancion'), ['Canciones'])
  })

  test('typos in titles are tolerated only when nothing matches exactly', async () => {
    await create('broadcastSessions', { title: 'Requiem de Mozart', description: 'Au crépuscule' }, place)
    for (const q of ['mozrat', 'requeim', 'requim mozart', 'mozrat crepuscule'])
      assert.deepEqual(await found(q), ['Requiem de Mozart'], q)
    for (const q of ['xylophone', 'mzt', 'remorque']) assert.deepEqual(await found(q), [], q)
    assert.deepEqual(await found('crepuscle'), [], 'only in titles')
    await create('broadcastHosts', { title: 'Mozrat' }, place)
    assert.deepEqual(await found('mozrat'), ['Mozrat'])
  })

  test('all public kinds with texts are searched, and no others', async () => {
    assert.deepEqual(
      searchableKinds.map(({ name }) => name),
      [
        'broadcastSession',
        'broadcastInterestPoint',
        'broadcastMap',
        'broadcastArticle',
        'broadcastPage',
        'broadcastHost',
        'broadcastCategory',
        'broadcastNetworkingForm',
      ],
    )
    for (const { plural, name } of searchableKinds) await create(plural, { title: `Zanzibar ${name}` }, place)
    await create('broadcastCampaigns', { title: 'Zanzibar' }, place)
    await create('broadcastDiffusers', { type: 'web', slug: 'zanzibar', seo: { title: 'Zanzibar' } }, place)
    const { data, total } = await search('zanzibar', '', place)
    assert.equal(total, 8)
    assert.deepEqual(data.map(({ kind }) => kind).sort(), searchableKinds.map(({ name }) => name).sort())
    const some = await search('zanzibar', '&kinds=broadcastMap,broadcastHost', place)
    assert.deepEqual([some.total, some.data.map(({ kind }) => kind).sort()], [2, ['broadcastHost', 'broadcastMap']])
  })

  test('form questions, rich text and block captions are searched, but not URLs and keys', async () => {
    const fields = [{ key: 'allergien', label: 'Régime', type: 'choice', options: ['Végétalien'] }]
    await create('broadcastNetworkingForms', { title: 'Repas', fields }, place)
    assert.deepEqual(await found('regime vegetalien'), ['Repas'])
    assert.deepEqual(await found('allergien'), [])
    const content =
      '# Bienvenue\n\nLa **scè**ne <em>ouvre</em> à l&#233;t&eacute;, [billets](https://guichet.example/).'
    await create('broadcastArticles', { title: 'Nouvelles', content, contentFormat: 'markdown' }, place)
    assert.deepEqual(await found('bienvenue ouvre lete billets'), ['Nouvelles'])
    assert.deepEqual(await found('guichet'), [])
    const values = [{ caption: 'Affiche sérigraphiée', backgroundColor: '#ff0000' }]
    const section = { type: 'section', subtitle: 'Coulisses', blocks: [{ type: 'media', values }] }
    await create('broadcastPages', { title: 'Galerie', blocks: [section] }, place)
    assert.deepEqual(await found('serigraphie coulisses'), ['Galerie'])
  })

  test('a query without words finds nothing, and operators in a query have no effect', async () => {
    for (const q of ['!!!', '& | !', '🎷', "''", '-', ':*'])
      assert.deepEqual(await search(q, '', place), { data: [], total: 0 }, q)
    await create('broadcastMaps', { title: "L'Or & l'Argent" }, place)
    for (const q of [
      'or & argent',
      'or | argent',
      '!or argent',
      'or <-> argent',
      "'or':* argent",
      'or\\argent',
      '(or) argent:A',
    ])
      assert.deepEqual(await found(q), ["L'Or & l'Argent"], q)
  })

  test('a very long record is searched up to a limit', async () => {
    const words = Array.from({ length: 30_000 }, (_, index) => `mot${index.toString(36)}`).join(' ')
    await create('broadcastArticles', { title: 'Dictionnaire', content: words }, place)
    await create('broadcastArticles', { title: 'Ruban', content: 'é'.repeat(100_000) }, place)
    const deseret = Array.from({ length: 4_500 }, (_, i) =>
      String.fromCodePoint(
        0x10400 + (i % 40),
        0x10400 + (Math.floor(i / 40) % 40),
        0x10400 + Math.floor(i / 1_600),
      ).repeat(9),
    ).join(' ')
    await create('broadcastArticles', { title: 'Déseret', content: deseret }, place)
    assert.deepEqual(await found('mot0'), ['Dictionnaire'])
    assert.deepEqual(await found('eeeee'), ['Ruban'])
    assert.deepEqual(await found('deseret'), ['Déseret'])
  })
})

describe('the order', () => {
  test('titles rank above subtitles and descriptions, those above bodies; whole words above prefixes', async () => {
    const place = await service.newTenant()
    const wanted = ['Volcan', 'Les volcaniques', 'Résumé exact', 'Résumé début', 'Corps exact', 'Corps début']
    const blocks = (text: string) => [{ type: 'paragraph', text: `${text} `.repeat(20) }]
    await create('broadcastHosts', { title: 'Corps début', blocks: blocks('volcanologue volcanique') }, place)
    await create('broadcastHosts', { title: 'Corps exact', blocks: blocks('volcan') }, place)
    await create('broadcastHosts', { title: 'Résumé début', subtitle: 'volcanologue' }, place)
    await create('broadcastHosts', { title: 'Résumé exact', description: 'Un volcan' }, place)
    await create('broadcastHosts', { title: 'Les volcaniques' }, place)
    await create('broadcastHosts', { title: 'Volcan' }, place)
    const { data } = await search('volcan', '', place)
    assert.deepEqual(
      data.map(({ title }) => title),
      wanted,
    )
    assert.deepEqual(
      data.map(({ score }) => score),
      [1, 0.8, 0.5, 0.4, 0.2, 0.1],
    )
  })

  test('among equals the shorter title comes first, then the newer record', async () => {
    const place = await service.newTenant()
    await create('broadcastHosts', { title: 'Fanfare de la mer' }, place)
    await create('broadcastHosts', { title: 'Fanfare', subtitle: 'old' }, place)
    service.clock.advance(2_000)
    await create('broadcastHosts', { title: 'Fanfare', subtitle: 'new' }, place)
    const { data } = await search('fanfare', '', place)
    assert.deepEqual(
      data.map(({ title }) => title),
      ['Fanfare', 'Fanfare', 'Fanfare de la mer'],
    )
    assert((data[0]?._id ?? '') > (data[1]?._id ?? ''))
  })

  test('the pages together are the whole result, and each has the total', async () => {
    const place = await service.newTenant()
    for (let index = 0; index < 7; index++)
      await create('broadcastHosts', { title: `Harpe ${'x'.repeat(index % 3)}${index}` }, place)
    const whole = await search('harpe', '', place)
    const pages = await Promise.all([0, 3, 6, 9].map((skip) => search('harpe', `&limit=3&skip=${skip}`, place)))
    assert.deepEqual(
      pages.flatMap(({ data }) => data),
      whole.data,
    )
    assert.deepEqual(
      pages.map(({ total }) => total),
      [7, 7, 7, 7],
    )
  })
})

describe('languages', () => {
  let place: TestTenant
  before(async () => {
    place = await service.newTenant()
    const localeDetails = { fr: { title: 'Marché', description: 'Légumes' }, en: { title: 'Bazaar' } }
    await create(
      'broadcastSessions',
      { title: 'Mercat', description: 'Verdures', defaultLocale: 'fr', localeDetails },
      place,
    )
    await create('broadcastSessions', { title: 'Concert', localeDetails: { es: { title: 'Velada' } } }, place)
  })

  test('a locale searches the texts shown in it, with the same fallbacks', async () => {
    assert.deepEqual(await titles('marche', '&locale=fr', place), ['Marché'])
    assert.deepEqual(await titles('bazaar', '&locale=fr', place), [])
    assert.deepEqual(await titles('bazaar legumes', '&locale=en', place), ['Bazaar'])
    assert.deepEqual(await titles('marche legumes', '&locale=es', place), ['Marché'])
    assert.deepEqual(await titles('mercat', '&locale=es', place), [])
    assert.deepEqual(await titles('concert', '&locale=fr', place), ['Concert'])
    assert.deepEqual(await titles('concert', '&locale=es', place), [])
    assert.deepEqual(await titles('velada', '&locale=es', place), ['Velada'])
  })

  test('without a locale all are searched, and each record is returned once, with its best match', async () => {
    for (const [q, title, locale] of [
      ['marche', 'Marché', 'fr'],
      ['bazaar', 'Bazaar', 'en'],
      ['mercat', 'Mercat', 'fr'],
      ['verdures', 'Mercat', 'fr'],
      ['velada', 'Velada', 'es'],
      ['concert', 'Concert', null],
    ] as const) {
      const { data, total } = await search(q, '', place)
      assert.deepEqual([total, data[0]?.title, data[0]?.locale], [1, title, locale], q)
    }
    const { data, total } = await search('mar', '', place)
    assert.deepEqual([total, data.length, data[0]?.score], [1, 1, 0.8])
  })
})

describe('highlights', () => {
  test('are the positions of the words in each field of the matched text', async () => {
    const place = await service.newTenant()
    const description = `<p>${'Avant. '.repeat(40)}Le <b>sax</b>ophone, l’Été.</p> ${'Après. '.repeat(40)}`
    await create('broadcastSessions', { title: 'Saxo d’été 🎷 SAX', description }, place)
    const [result] = (await search('SAX ete', '', place)).data
    assert.deepEqual(
      result?.highlights.map(({ field, text, ranges }) => [field, ...ranges.map((range) => text.slice(...range))]),
      [
        ['title', 'Sax', 'été', 'SAX'],
        ['description', 'sax', 'Été'],
      ],
    )
    const [title, snippet] = result?.highlights ?? []
    assert.equal(title?.text, 'Saxo d’été 🎷 SAX')
    assert.match(snippet?.text ?? '', /^…Avant\. .* Le saxophone, l’Été\. Après\..*…$/)
    assert((snippet?.text.length ?? 0) <= 162)
  })
})

describe('validation', () => {
  test('a missing, empty or too long query and unknown parameters are refused', async () => {
    const path = `${tenant.path}/search`
    const refused = async (query: string) => fieldErrorsOf(await api('GET', `${path}${query}`), 400)
    assert.deepEqual(await refused(''), [['?q', 'required']])
    assert.deepEqual(await refused('?q=%20%20'), [['?q', 'length']])
    assert.deepEqual(await refused(`?q=${'a'.repeat(201)}`), [['?q', 'length']])
    assert.deepEqual(await refused('?q=a&kinds=media'), [['?kinds', 'unknown_field']])
    assert.deepEqual(await refused('?q=a&locale=de'), [['?locale', 'enum']])
    assert.deepEqual(await refused('?q=a&limit=101'), [['?limit', 'range']])
    assert.deepEqual(await refused('?q=a&sort=x'), [['?sort', 'unknown_parameter']])
    assert.equal((await api('GET', `${path}?q=%20${'🎷'.repeat(200)}%20`)).status, 200)
  })

  test('a query with more words than the maximum still works', async () => {
    const q = Array.from({ length: 100 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(' ')
    assert.equal((await search(q.slice(0, 200))).total, 0)
  })
})

test('an unchanged response is 304, and other broadcasts are never searched', async () => {
  const [mine, theirs] = [await service.newTenant(), await service.newTenant()]
  await create('broadcastHosts', { title: 'Secret' }, theirs)
  const path = `${mine.path}/search?q=secret`
  const first = await mine.api('GET', path)
  assert.deepEqual(first.body, { data: [], total: 0 })
  const again = await mine.api('GET', path, undefined, { 'if-none-match': first.headers.get('etag') ?? '' })
  assert.equal(again.status, 304)
  assert.deepEqual(await titles('secret', '', theirs), ['Secret'])
})
