import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let anyone: Api

before(async () => {
  service = await startService()
  anyone = apiWith(service.url, {})
})
after(() => service.stop())

const of = (kind: string) => `${tenant.path}/${kind}`
const site = () => `/v1/public/${tenant.broadcastId}`

async function newTenant(broadcast: object) {
  tenant = await service.newTenant()
  const changed = await tenant.api('PATCH', tenant.path, broadcast)
  assert.equal(changed.status, 200, changed.text)
  return changed.body
}

const tile = { title: 'Programme', navigator: { nativeContent: 'program' } }
const german = { localeDetails: { de: { title: 'Programm' } } }
const translated = {
  name: 'Nuits du Port',
  description: 'Trois nuits',
  locales: ['fr', 'de'],
  defaultLocale: 'fr',
  localeDetails: { de: { name: 'Hafennächte', description: 'Drei Nächte' } },
  menu: { sections: [{ title: 'Voir', localeDetails: { de: { title: 'Ansehen' } }, tiles: [{ ...tile, ...german }] }] },
  bottomBar: { firstTile: { ...tile, ...german }, secondTile: tile },
  structure: { profileTiles: [{ ...tile, ...german }] },
  home: {
    blocks: [{ type: 'title', text: 'Bonsoir' }],
    localeDetails: { de: { blocks: [{ type: 'title', text: 'Guten Abend' }] } },
  },
}

test('everything of a broadcast that visitors read has texts by language, folded by `?locale=`', async () => {
  const stored = await newTenant(translated)
  assert.deepEqual(stored.menu, translated.menu, 'returned as sent')
  const { body } = await tenant.api('GET', `${tenant.path}?locale=de`)
  assert.deepEqual([body.name, body.description], ['Hafennächte', 'Drei Nächte'])
  const [section] = body.menu.sections
  assert.deepEqual([section.title, section.tiles[0].title], ['Ansehen', 'Programm'])
  assert.deepEqual([body.bottomBar.firstTile.title, body.bottomBar.secondTile.title], ['Programm', 'Programme'])
  assert.equal(body.structure.profileTiles[0].title, 'Programm')
  assert.equal(body.home.blocks[0].text, 'Guten Abend')
  const french = await tenant.api('GET', `${tenant.path}?locale=fr`)
  assert.deepEqual([french.body.name, french.body.menu.sections[0].title], ['Nuits du Port', 'Voir'])
})

test('a language that a part has no texts in falls back to those of the default locale', async () => {
  const sections = [{ title: '-', localeDetails: { fr: { title: 'Voir' } }, tiles: [] }]
  await newTenant({ locales: ['fr', 'de'], defaultLocale: 'fr', menu: { sections } })
  const { body } = await tenant.api('GET', `${tenant.path}?locale=de`)
  assert.equal(body.menu.sections[0].title, 'Voir')
})

test('texts of parts are checked like those of records', async () => {
  await newTenant({ locales: ['fr', 'de'] })
  const { body: page } = await tenant.api('POST', of('broadcastPages'), {})
  const to = (broadcastPageId: string) => [{ type: 'button', navigator: { broadcastPageId } }]
  const faults: [object, string][] = [
    [{ localeDetails: { es: { name: 'Noches' } } }, '/localeDetails/es'],
    [{ localeDetails: { de: { name: '' } } }, '/localeDetails/de/name'],
    [{ menu: { sections: [{ localeDetails: { es: { title: 'Ver' } } }] } }, '/menu/sections/0/localeDetails/es'],
    [
      { bottomBar: { homeTile: { localeDetails: { de: { title: 5 } } } } },
      '/bottomBar/homeTile/localeDetails/de/title',
    ],
    [{ home: { localeDetails: { 'not a language': {} } } }, '/home/localeDetails/not a language'],
    [{ home: { localeDetails: { de: { blocks: 5 } } } }, '/home/localeDetails/de/blocks'],
    [
      { home: { localeDetails: { de: { blocks: to('0'.repeat(24)) } } } },
      '/home/localeDetails/de/blocks/0/navigator/broadcastPageId',
    ],
  ]
  for (const [body, pointer] of faults)
    assertProblem(await tenant.api('PATCH', tenant.path, body), { status: 400, pointer })
  const home = { localeDetails: { de: { blocks: to(page._id), note: 'for translators' } } }
  const accepted = await tenant.api('PATCH', tenant.path, { home })
  assert.deepEqual(accepted.body.home, home, 'other keys inside of a language are stored as sent')
  await tenant.api('DELETE', `${of('broadcastPages')}/${page._id}`)
  const { body } = await tenant.api('GET', tenant.path)
  assert.equal(body.home.localeDetails.de.blocks[0].navigator.broadcastPageId, null)
})

test('texts of the home page that were stored before they were checked are readable and accepted unchanged', async () => {
  await newTenant({ locales: ['fr', 'de'] })
  const home = { blocks: [], localeDetails: { note: { any: 1 }, es: { blocks: [] } } }
  await service.platform.db.query(sql`
    update records set body = (body::jsonb || jsonb_build_object('home', ${JSON.stringify(home)}::jsonb))::json
    where broadcast_id = ${tenant.broadcastId} and kind = 'broadcast'`)
  const { body } = await tenant.api('GET', tenant.path)
  assert.deepEqual(body.home, home)
  const again = await tenant.api('PATCH', tenant.path, { home: { ...home, header: { height: 200 } } })
  assert.equal(again.status, 200, again.text)
  const shown = await anyone('GET', `${site()}/bundle`)
  assert.deepEqual(shown.body.broadcast.home.localeDetails, {})
})

test('visitors get the languages of the list only, and feeds name the broadcast in theirs', async () => {
  await newTenant({ ...translated, isPrivate: false })
  const links = [{ url: 'https://festival.example', label: 'Billets', localeDetails: { de: { label: 'Karten' } } }]
  const session = { title: 'Ouverture', status: 'published', links, time: { start: '2027-07-02T18:00:00Z' } }
  await tenant.api('POST', of('broadcastSessions'), session)
  const { body: bundle } = await anyone('GET', `${site()}/bundle`)
  assert.deepEqual(bundle.broadcast.locales, ['de'])
  assert.deepEqual(bundle.broadcast.bottomBar.firstTile.localeDetails, { de: { title: 'Programm' } })
  const local = await anyone('GET', `${site()}/broadcastSessions?locale=de`)
  assert.equal(local.body.data[0].links[0].label, 'Karten')
  assert.match((await anyone('GET', `${site()}/programme.ics?locale=de`)).text, /X-WR-CALNAME:Hafennächte/)
  await tenant.api('PATCH', tenant.path, { locales: ['fr'] })
  const { body: after } = await anyone('GET', `${site()}/bundle`)
  assert.deepEqual(after.broadcast.localeDetails, {})
  assert.deepEqual(after.broadcast.menu.sections[0].tiles[0].localeDetails, {})
  assert.deepEqual(after.broadcast.home.localeDetails, {})
  assert.deepEqual(after.data.broadcastSessions[0].links[0].localeDetails, {})
})
