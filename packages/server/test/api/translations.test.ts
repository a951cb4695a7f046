import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { statementsOf } from '../support/counted-statements.ts'
import { assertProblem } from '../support/problem.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant({ name: 'Nuits du Port' })
  await create('', {
    locales: ['fr', 'de', 'ar'],
    defaultLocale: 'fr',
    localeDetails: { de: { name: 'Hafennächte' } },
    menu: {
      sections: [
        {
          title: 'Voir',
          tiles: [{ title: 'Programme', localeDetails: { de: { title: 'Programm' } } }, { title: '' }],
        },
      ],
    },
    home: { blocks: [{ type: 'title', text: 'Bonsoir' }], localeDetails: { de: { blocks: [] } } },
  })
  await create('broadcastSessions', { title: 'Ouverture', description: 'Tambours', localeDetails: german('Eröffnung') })
  await create('broadcastSessions', { title: 'Bal', localeDetails: german('Tanz') })
  await create('broadcastSessions', { title: 'Abschluss', defaultLocale: 'de', localeDetails: {} })
  await create('broadcastHosts', { subtitle: 'Brest', links: [{ url: 'https://a.example', label: 'Site' }] })
  await create('broadcastPages', {})
})
after(() => service.stop())

const german = (title: string) => ({ de: { title, description: '' } })

async function create(plural: string, body: object) {
  const path = plural === '' ? tenant.path : `${tenant.path}/${plural}`
  const reply = await tenant.api(plural === '' ? 'PATCH' : 'POST', path, body)
  assert(reply.status < 300, reply.text)
  return reply.body
}

const kindsOf = (one: { kinds: object[] }) =>
  Object.fromEntries(one.kinds.map((kind) => Object.values(kind)).map(([name, ...counts]) => [name, counts]))

test('texts are counted by language and kind, those of tiles, sections, links and the home page as well', async () => {
  const { status, body } = await tenant.api('GET', `${tenant.path}/translations`)
  assert.equal(status, 200)
  const [french, german, arabic] = body.data
  assert.deepEqual([french.locale, german.locale, arabic.locale], ['fr', 'de', 'ar'])
  assert.deepEqual(kindsOf(german), { broadcast: [4, 2], broadcastSession: [3, 2], broadcastHost: [2, 0] })
  assert.deepEqual([german.translatable, german.translated], [9, 4])
  assert.deepEqual(kindsOf(arabic), { broadcast: [4, 0], broadcastSession: [4, 0], broadcastHost: [2, 0] })
  // Written in German, so it needs no German but a French text.
  assert.deepEqual(kindsOf(french), { broadcastSession: [1, 0] })
})

test('records are listed kind by kind, all of them or those with a text that is missing', async () => {
  const list = async (query: string) => {
    const { status, body } = await tenant.api('GET', `${tenant.path}/translations/records?${query}`)
    assert.equal(status, 200)
    const rows = body.data.map((one: Record<string, unknown>) => [one.title, one.translatable, one.translated])
    return [body.metadata.total, rows]
  }
  assert.deepEqual(await list('locale=de'), [
    4,
    [
      ['Nuits du Port', 4, 2],
      ['Bal', 1, 1],
      ['Ouverture', 2, 1],
      [null, 2, 0],
    ],
  ])
  assert.deepEqual(await list('locale=de&missing=true&kinds=broadcastSessions'), [1, [['Ouverture', 2, 1]]])
  assert.deepEqual(await list('locale=de&limit=1&skip=2'), [4, [['Ouverture', 2, 1]]])
  assert.deepEqual(await list('locale=de&skip=9'), [4, []])
})

test('a language that the broadcast does not have is refused', async () => {
  for (const query of ['', '?locale=es', '?locale=it'])
    assertProblem(await tenant.api('GET', `${tenant.path}/translations/records${query}`), {
      status: 400,
      pointer: '?locale',
    })
})

test('counting is done by the database, in as many statements for many records as for few', async () => {
  const count = () => statementsOf(service, () => tenant.api('GET', `${tenant.path}/translations?`))
  await create('broadcastMaps', { title: 'Plan' })
  const few = (await count()).length
  const operations = Array.from({ length: 100 }, (_, at) => ({ op: 'create', body: { title: `Lieu ${at}` } }))
  await create('broadcastInterestPoints/batch', { mode: 'atomic', operations })
  assert((await count()).length <= few)
})
