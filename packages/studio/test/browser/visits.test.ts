import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { apiWith, makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { phone, startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
let home: string
let sessions: Record<'choir' | 'drums', string>

suite('the numbers of visitors on the overview, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    page = await studio.signIn(tenant)
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
  })
  after(() => studio?.stop())

  const card = (on = page) => on.locator('section.overview-card', { has: on.getByRole('heading', { name: title }) })
  const part = (name: string) => card().getByRole('region', { name })

  test('a broadcast without visitors says how numbers come about', async () => {
    await page.goto(home)
    await card().getByText('Numbers appear when visitors open the site.').waitFor()
    assert.equal(await card().getByText('As a table').count(), 0)
  })

  test('visitors, hours, starred sessions, stages, pages and searches are shown, and a session is opened', async () => {
    await fill()
    await page.goto(home)
    await card().getByRole('img', { name: '4 visitors on 30 days; the table has every number' }).waitFor()
    await part('Busiest hours')
      .getByRole('img', { name: /Most views between \d\d:00 and \d\d:00: 5/ })
      .waitFor()
    assert.deepEqual(await rows('Most starred sessions'), [
      'Tide drums 2 Stars 1 Views',
      'Harbour choir 1 Stars 2 Views',
    ])
    assert.deepEqual(await rows('By stage'), ['Quai Nord 3 Stars 3 Views'])
    assert.deepEqual(await rows('Most viewed'), ['Harbour choir 2 Views', 'Programme 2 Views', 'Tide drums 1 Views'])
    assert.deepEqual(await rows('Searches without results'), ['parking 2 searches'])
    const crowd = part('Expected crowd').getByRole('row').filter({ hasText: 'Quai Nord' })
    assert.match(await crowd.innerText(), /^Quai Nord\s+1$/)
    await part('Expected crowd').getByRole('radiogroup').locator('label').last().click()
    await crowd.filter({ hasText: /^Quai Nord\s*2$/ }).waitFor()
    await studio.inspect(page, 'visits')
    await part('Most starred sessions')
      .getByRole('link', { name: /Tide drums/ })
      .click()
    await page.waitForURL(`**/programme/${sessions.drums}`)
    await page.goBack()
  })

  test('a range of days is chosen, also that of the festival', async () => {
    await card().getByText('7 days', { exact: true }).click()
    await card()
      .getByRole('img', { name: /^3 visitors on 7 days/ })
      .waitFor()
    await card().getByText('Festival days', { exact: true }).click()
    await card()
      .getByRole('img', { name: /^2 visitors on 2 days/ })
      .waitFor()
    assert.deepEqual(await rows('Searches without results'), [])
    await part('Searches without results').getByText('Every search found something.').waitFor()
    await card().getByText('30 days', { exact: true }).click()
    await card()
      .getByRole('img', { name: /^4 visitors on 30 days/ })
      .waitFor()
  })

  test('the charts are also tables, with every type of event', async () => {
    await card().getByText('As a table').click()
    await card().getByRole('columnheader', { name: 'favorite.added' }).waitFor()
    await card().getByRole('columnheader', { name: 'visit' }).waitFor()
    await part('Busiest hours').getByRole('columnheader', { name: 'Views' }).first().waitFor()
    await studio.inspect(page, 'visits-table')
  })

  test('a viewer sees the same on a phone, in French', async () => {
    const viewer = await newViewer()
    const small = await studio.signIn(viewer, { isPhone: true, language: 'fr' })
    await small.goto(home)
    await card(small)
      .getByRole('img', { name: /^4 visiteurs sur 30 jours/ })
      .waitFor()
    await card(small).getByRole('heading', { name: 'Recherches sans résultat' }).waitFor()
    const box = await card(small).boundingBox()
    assert(box && box.x >= 0 && box.x + box.width <= phone.width, JSON.stringify(box))
    await studio.inspect(small, 'visits')
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })

  /** The rows of a list, in one line each. */
  const rows = async (name: string) =>
    (await part(name).getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
})

const title = /^(Visitor activity|Activité des visiteurs)$/

async function newViewer(): Promise<{ email: string; password: string }> {
  const person = await studio.service.newTenant()
  await makeMember(studio.service, tenant, { id: person.userId, email: person.email }, 'viewer')
  return person
}

/** A festival of two days, five and four days ago, and the events of its visitors. */
async function fill(): Promise<void> {
  const daysAgo = (days: number) => `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T12:30:00Z`
  const create = async (plural: string, body: object): Promise<string> => {
    const reply = await tenant.api('POST', `${tenant.path}/${plural}`, { status: 'published', ...body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body._id
  }
  const place = await create('broadcastInterestPoints', { title: 'Quai Nord' })
  const session = (name: string, days: number) =>
    create('broadcastSessions', { title: name, interestPointId: place, time: { start: daysAgo(days) } })
  sessions = { choir: await session('Harbour choir', 5), drums: await session('Tide drums', 4) }
  const { choir, drums } = sessions
  const viewed = (screen: string, id?: string) => ({ type: 'page.viewed', metadata: { screen, ...(id && { id }) } })
  const starred = (id: string) => ({ type: 'favorite.added', metadata: { id } })
  const send = apiWith(studio.service.url, {})
  const visits = [5, 4, 1, 10].map((days) => ({ type: 'visit', occurredAt: daysAgo(days) }))
  const others = [
    ...[viewed('session', choir), viewed('session', choir), viewed('session', drums)],
    ...[viewed('programme'), viewed('programme'), starred(drums), starred(drums), starred(choir)],
    ...['Parking', 'parking'].map((text) => ({ type: 'search.empty', metadata: { text } })),
  ].map((event) => ({ ...event, occurredAt: daysAgo(1) }))
  const reply = await send('POST', `/v1/public/${tenant.broadcastId}/events`, { events: [...visits, ...others] })
  assert.equal(reply.status, 202, reply.text)
}
