import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { type Receiver, startReceiver } from '../../../server/test/support/receiver.ts'
import { type Api, signedIn, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { phone, startStudio, type TestStudio, wide } from '../support/studio.ts'

let studio: TestStudio
let receiver: Receiver
let tenant: TestTenant
let page: Page
/** Calls the service as the owner. */
let api: Api
let home: string

suite('what developers need, and the overview, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    receiver = await startReceiver()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    api = await signedIn(studio.service, tenant)
    page = await studio.signIn(tenant)
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
  })
  after(async () => {
    await receiver?.close()
    await studio?.stop()
  })

  test('a new broadcast shows first steps, which are ticked automatically', async () => {
    await page.goto(home)
    await page.getByText('1 of 5 done').waitFor()
    await api('POST', `${tenant.path}/broadcastInterestPoints`, { title: 'Quai Nord', status: 'published' })
    await page.getByText('2 of 5 done').waitFor()
  })

  test('an earlier state of a record is shown and restored, field by field', async () => {
    const { body: host } = await api('POST', `${tenant.path}/broadcastHosts`, { title: 'Ada', subtitle: 'Songs' })
    const at = `${tenant.path}/broadcastHosts/${host._id}`
    await api('PATCH', at, { title: 'Mistake', subtitle: 'Better songs' })
    await page.goto(`${home}/developers/audit?record=${host._id}`)
    await page.getByRole('button', { name: /Mistake changed/ }).click()
    await page.getByText('Better songs').waitFor()
    await studio.inspect(page, 'audit')
    await page.getByRole('button', { name: 'Restore the state before' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore an earlier state' })
    await dialog.getByRole('checkbox', { name: 'Subtitle' }).uncheck()
    await studio.inspect(page, 'restore')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The earlier state is restored').waitFor()
    const { body } = await api('GET', at)
    assert.deepEqual([body.title, body.subtitle], ['Ada', 'Better songs'])
    await page.getByRole('button', { name: /Ada changed/ }).waitFor()
  })

  test('a revision is created, and restored after a preview of its effect', async () => {
    await page.goto(`${home}/revisions`)
    await page.getByRole('button', { name: 'Create a revision' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a revision' })
    await dialog.getByLabel(/^Title/).fill('Before the import')
    assert.equal(await dialog.getByRole('checkbox').count(), 0, 'the operator has no terms')
    await dialog.getByRole('button', { name: 'Create a revision' }).click()
    await page.getByRole('button', { name: 'Restore: Before the import' }).waitFor()
    const { body: made } = await api('POST', `${tenant.path}/broadcastHosts`, { title: 'Imported by mistake' })
    await page.getByRole('button', { name: 'Changes since: Before the import' }).click()
    await page.getByRole('dialog').getByText('Imported by mistake').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restore: Before the import' }).click()
    const back = page.getByRole('dialog', { name: 'Restore “Before the import”' })
    await back.getByText('0 come back, 0 change, 1 are removed.').waitFor()
    await back.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The revision is restored').waitFor()
    assert.equal((await api('GET', `${tenant.path}/broadcastHosts/${made._id}`)).status, 404)
  })

  test('the overview shows current and next sessions, drafts, conflicts, recent changes and analytics', async () => {
    await fillBroadcast()
    receiver.answer(500)
    const { body: hook } = await api('POST', `${tenant.path}/webhooks`, { url: receiver.url, events: ['event.*'] })
    await api('POST', `${tenant.path}/broadcastSessions`, { ...soon('Late show', 180), status: 'draft' })
    await until(async () => {
      const [last] = (await api('GET', `${tenant.path}/webhooks/${hook.id}/deliveries`)).body.data
      return last?.status === 'pending' && last.attempts > 0
    }, 'a try that failed')
    await page.goto(home)
    await page.getByRole('list', { name: 'Now', exact: true }).getByText('Harbour choir').waitFor()
    await page.getByRole('list', { name: 'Next', exact: true }).getByText('Late show').waitFor()
    await page.getByText(/^Day \d of \d$/).waitFor()
    await page.getByText(/^\d+ problems?$/).waitFor()
    await page.getByText(/Webhook fails: 127\.0\.0\.1/).waitFor()
    await page.getByText('1 session', { exact: true }).waitFor()
    await page.getByRole('img', { name: /42 events on 30 days/ }).waitFor()
    await settled(page)
    await studio.inspect(page, 'overview', 'body')
    await page.getByText('As a table').click()
    await page.getByRole('columnheader', { name: 'session.liked' }).waitFor()
    await api('PATCH', `${tenant.path}`, { shortDescription: 'Music by the water' })
    await page.getByText('Settings of the broadcast', { exact: false }).first().waitFor()
  })

  test('the overview and every tab conform to WCAG AA, wide and on a phone', async () => {
    const screens = {
      wide: ['developers/usage', 'developers/reference'],
      phone: ['', 'developers/webhooks', 'developers/audit'],
    }
    for (const [size, viewport] of Object.entries({ wide, phone })) {
      await page.setViewportSize(viewport)
      for (const screen of screens[size as keyof typeof screens]) {
        await page.goto(`${home}/${screen}`)
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        await settled(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert(overflow <= 0, `${screen || 'the overview'} is ${overflow} pixels too wide`)
        await studio.inspect(page, screen.split('/').at(-1) || 'overview')
      }
    }
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const soon = (title: string, inMinutes = 60) => {
  const start = studio.service.clock.now() + inMinutes * 60_000
  return {
    title,
    status: 'published',
    time: { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() },
  }
}

async function fillBroadcast(): Promise<void> {
  const place = (await api('GET', `${tenant.path}/broadcastInterestPoints`)).body.data[0]._id
  for (const title of ['Harbour choir', 'Tide drums']) {
    await api('POST', `${tenant.path}/broadcastSessions`, { ...soon(title, -20), interestPointId: place })
  }
  await api('POST', `${tenant.path}/broadcastArticles`, { title: 'Half written' })
  const events = Array.from({ length: 42 }, (_, index) => ({
    op: 'create',
    body: { type: index % 3 === 0 ? 'session.liked' : 'guide.opened' },
  }))
  const reply = await api('POST', `${tenant.path}/broadcastEvents/batch`, { mode: 'each', operations: events })
  assert.equal(reply.status, 200, reply.text)
}

/** Waits until no request is pending. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root'))
}

declare const document: {
  querySelector(selector: string): unknown
  documentElement: { scrollWidth: number }
}
declare const innerWidth: number
