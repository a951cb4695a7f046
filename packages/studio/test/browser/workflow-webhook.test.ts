import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { secretBytes } from '../../../server/src/base/webhook-signature.ts'
import { signatureHeaders } from '../../../server/src/webhooks/sign.ts'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { addMember, type TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { pressEnable, saved } from '../support/gestures.ts'
import { phone, startStudio, type TestStudio, wide } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant
let workflow: string
let home: string

suite('a workflow that starts when a webhook arrives, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant()
    page = await studio.signIn(tenant)
    const nodes = [{ id: 'note', type: 'code', config: { code: { type: 'string', value: 'return input.body' } } }]
    const { body } = await tenant.api('POST', `${tenant.path}/workflows`, {
      name: 'Orders',
      entryNodeId: 'note',
      nodes,
    })
    workflow = `${tenant.path}/workflows/${body._id}`
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}/workflows/${body._id}`
  })
  after(() => studio?.stop())

  const call = (address: string, body: string, headers: Record<string, string> = {}) =>
    fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  const panel = () => page.locator('aside.editor-panel')
  const address = () => panel().getByRole('textbox', { name: 'Address of the webhook' }).inputValue()

  test('the trigger is chosen, its address is shown, and a call of it starts a run', async () => {
    await page.goto(home)
    await panel().getByText('Settings', { exact: true }).click()
    await panel().getByRole('combobox', { name: 'Trigger' }).click()
    await page.getByRole('option', { name: 'When a webhook arrives' }).click()
    await saved(page, () => page.keyboard.press('Control+s'))
    await pressEnable(page)
    await page.getByRole('switch', { name: 'Enabled' }).waitFor()
    await panel().getByRole('button', { name: 'Show the address' }).click()
    await panel().getByText('curl -X POST').waitFor()
    await studio.inspect(page, 'workflow-webhook')
    const reply = await call(await address(), '{"event":"order.created"}')
    assert.equal(reply.status, 202)
    await panel().getByText('Runs', { exact: true }).click()
    await panel().getByText('When a webhook arrives · ').first().waitFor()
  })

  test('the address is replaced, and edits are still saved afterwards', async () => {
    await panel().getByText('Settings', { exact: true }).click()
    await panel().getByRole('button', { name: 'Show the address' }).click()
    await until(async () => (await address()) !== '', 'the address')
    const old = await address()
    await panel().getByRole('button', { name: 'Replace it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the address' }).click()
    await until(async () => (await address()) !== old, 'another address')
    assert.equal((await call(old, '{}')).status, 404)
    assert.equal((await call(await address(), '{}')).status, 202)
    await panel().getByRole('textbox', { name: 'Description' }).fill('Orders of the shop')
    await saved(page, () => page.keyboard.press('Control+s'))
    assert.equal((await tenant.api('GET', workflow)).body.description, 'Orders of the shop')
  })

  test('a generated secret is required of every call, and is shown only once', async () => {
    await panel().getByRole('button', { name: 'Generate a secret' }).click()
    const field = panel().getByRole('textbox', { name: 'Secret for signatures' })
    const secret = await field.inputValue()
    assert.match(secret, /^whsec_[A-Za-z0-9+/=]{32}$/)
    await saved(page, () => panel().getByRole('button', { name: 'Require signatures' }).click())
    await panel().getByText('Copy it to the other service now').waitFor()
    await panel().getByText('Only signed calls start the workflow.').waitFor()
    await studio.inspect(page, 'workflow-webhook-secret')
    const url = await address()
    assert.equal((await call(url, '{}')).status, 401)
    const key = secretBytes(secret) ?? assert.fail()
    const timestampSeconds = Math.floor(studio.service.clock.now() / 1_000)
    const headers = signatureHeaders([key], { id: 'order-1', timestampSeconds, body: '{}' })
    assert.equal((await call(url, '{}', headers)).status, 202)
    await page.reload()
    await panel().getByText('Settings', { exact: true }).click()
    await field.waitFor()
    assert.equal(await field.inputValue(), '')
    assert(!(await page.content()).includes(secret))
    await field.fill('short')
    await panel().getByRole('button', { name: 'Require signatures' }).click()
    await panel()
      .getByText(/at least 16/)
      .waitFor()
    await saved(page, () => panel().getByRole('button', { name: 'Remove' }).click())
    await panel().getByText('Without a secret, the address alone starts the workflow.').waitFor()
  })

  test('a test run begins with a sample call that is edited in the dialog', async () => {
    for (const run of (await tenant.api('GET', `${tenant.path}/workflowRuns`)).body.data)
      await tenant.api('DELETE', `${tenant.path}/workflowRuns/${run._id}`)
    await page.goto(home)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const input = dialog.getByRole('textbox', { name: 'Input (JSON)' })
    assert.equal(JSON.parse(await input.inputValue()).body.event, 'order.created')
    await studio.inspect(page, 'workflow-sample')
    await input.fill('{"body": {"tickets": 7}}')
    await dialog.getByRole('button', { name: 'Use a sample' }).waitFor()
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    const ended = async () => (await tenant.api('GET', `${tenant.path}/workflowRuns`)).body.data[0]
    await until(async () => (await ended())?.status === 'succeeded', 'the run')
    assert.deepEqual((await ended()).nodeResults[0].output, { tickets: 7 })
  })

  test('viewers see neither address nor secret, and everything fits on a phone, in French', async () => {
    const viewer = await addMember(studio.service, tenant, 'viewer')
    assert.equal((await viewer('POST', `${workflow}/hook`)).status, 403)
    const small = await studio.signIn(tenant, { isPhone: true, language: 'fr' })
    await small.goto(home)
    await small.getByRole('tab', { name: 'Réglages' }).click()
    await small.getByRole('button', { name: 'Afficher l’adresse' }).click()
    await small.getByText('curl -X POST').waitFor()
    await studio.inspect(small, 'workflow-webhook-french')
    assert.equal(await small.evaluate(() => document.documentElement.scrollWidth), phone.width)
    assert.equal(page.viewportSize()?.width, wide.width)
    assert.deepEqual(studio.complaints, [])
  })
})
