import assert from 'node:assert/strict'
import { sql } from '../../../server/src/store/sql.ts'
import { newAccount } from '../../../server/test/support/accounts.ts'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { makeMember, type TestTenant } from '../../../server/test/support/service.ts'
import { type Page, startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let mine: Page
let theirs: Page

before(async () => {
  studio = await startStudio()
  tenant = await studio.service.newTenant({ name: 'Presence' })
  mine = await studio.signIn(tenant)
  theirs = await studio.signIn(await member('Camille Roux', 'editor'))
})
after(() => studio?.stop())

async function member(name: string, role: 'viewer' | 'editor') {
  const person = await newAccount(studio.service.platform)
  await studio.service.platform.db.query(sql`update users set name = ${name} where id = ${person.userId}`)
  await makeMember(studio.service, tenant, { id: person.userId, email: person.email }, role)
  return person
}

const at = (path: string) => `${studio.service.url}/studio/b/${tenant.broadcastId}/${path}`
const make = async (plural: string, body: object) =>
  (await tenant.api('POST', `${tenant.path}/${plural}`, body)).body._id as string

/** The people that a window shows on the record, in words. */
const shown = (page: Page, words: string) => page.getByRole('img', { name: words, exact: true })

test('two people on a record see each other, the field of the other, and that they have left', async () => {
  const host = await make('broadcastHosts', { title: 'Ada Lovelace' })
  await mine.goto(at(`hosts/${host}`))
  await mine.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
  await theirs.goto(at(`hosts/${host}`))
  const form = theirs.getByRole('dialog')
  await shown(theirs, 'Somebody is looking').waitFor()
  await form.getByLabel('Name', { exact: true }).click()
  await shown(mine, 'Camille Roux is editing Name').waitFor()
  // The field is marked with the name.
  const mark = mine.locator('[data-edited-by="Camille Roux"]')
  assert.equal(await mark.getAttribute('data-edits'), 'title')
  await studio.inspect(mine, 'presence')
  await theirs.keyboard.press('Tab')
  await mark.and(mine.locator(':not([data-edits=title])')).waitFor()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await shown(mine, 'Somebody is looking').waitFor({ state: 'detached' })
  await mine.getByRole('group', { name: 'Also here' }).waitFor({ state: 'detached' })
  assert.equal(await mine.locator('[data-edited-by]').count(), 0)
})

test('a closed window disappears at once, and a viewer is shown as looking', async () => {
  const host = await make('broadcastHosts', { title: 'Mary Shelley' })
  await mine.goto(at(`hosts/${host}`))
  const viewer = await studio.signIn(await member('Noor', 'viewer'))
  await viewer.goto(at(`hosts/${host}`))
  await shown(mine, 'Noor is looking').waitFor()
  await shown(viewer, 'Somebody is looking').waitFor()
  await viewer.goto('about:blank')
  await shown(mine, 'Noor is looking').waitFor({ state: 'detached' })
})

test('article, page, session, workflow and settings show the others, too', async () => {
  const article = await make('broadcastArticles', { title: 'News' })
  const page = await make('broadcastPages', { title: 'Access' })
  const session = await make('broadcastSessions', { title: 'Opening', time: { start: '2027-07-03T20:00:00Z' } })
  const workflow = await make('workflows', {
    name: 'Nightly',
    trigger: { type: 'manual' },
    nodes: [],
    entryNodeId: 'a',
  })
  const places: [string, (page: Page) => Promise<void>, string][] = [
    [`articles/${article}`, (window) => window.getByLabel('Title', { exact: true }).first().click(), 'Title'],
    [`pages/${page}`, (window) => window.getByLabel('Title', { exact: true }).click(), 'Title'],
    [`programme/${session}`, (window) => window.getByLabel('Title', { exact: true }).click(), 'Title'],
    ['settings', (window) => window.getByLabel('Short description').first().click(), 'Short description'],
  ]
  for (const [path, act, label] of places) {
    await mine.goto(at(path))
    await theirs.goto(at(path))
    await act(theirs)
    await shown(mine, `Camille Roux is editing ${label}`).waitFor()
    await mine.locator('[data-edited-by="Camille Roux"]').waitFor()
  }
  await mine.goto(at(`workflows/${workflow}`))
  await theirs.goto(at(`workflows/${workflow}`))
  await shown(mine, 'Camille Roux is looking').waitFor()
})

test('nothing complained', () => assert.deepEqual(studio.complaints, []))
