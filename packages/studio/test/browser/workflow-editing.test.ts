import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { pressEnable, saved } from '../support/gestures.ts'
import { phone, startStudio, type TestStudio, wide } from '../support/studio.ts'

const longName = 'Ask the ticket shop for every order of the last night that was neither paid nor cancelled'
let studio: TestStudio
let page: Page
let tenant: TestTenant
let home: string
let workflow: string

suite('editing a workflow, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant()
    const nodes = [
      {
        id: 'call',
        type: 'http',
        name: longName,
        config: { url: { type: 'string', value: 'https://example.org/' } },
        onSuccess: 'count',
      },
      { id: 'count', type: 'code', name: 'Count', config: { code: { type: 'string', value: 'return 1' } } },
    ]
    const { body } = await tenant.api('POST', `${tenant.path}/workflows`, {
      name: 'Unpaid orders',
      entryNodeId: 'call',
      nodes,
    })
    workflow = `${tenant.path}/workflows/${body._id}`
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}/workflows`
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('Ctrl-S in the code editor saves the workflow', async () => {
    await page.goto(home)
    await page.getByText('Disabled, runs only by hand · 2 steps').waitFor()
    await page.getByRole('link', { name: 'Unpaid orders' }).click()
    await page.getByRole('group', { name: 'Code: Count' }).click()
    const editor = page.getByRole('complementary').locator('.cm-content').first()
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('return 2')
    await saved(page, () => page.keyboard.press('Control+s'))
    assert.equal((await tenant.api('GET', workflow)).body.nodes[1].config.code.value, 'return 2')
  })

  test('the example of a condition asks about what the step before returns', async () => {
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: 'Add a step after this one, then' }).click()
    await page.getByRole('menuitem', { name: 'Condition' }).click()
    await panel.locator('.cm-placeholder', { hasText: 'last !== null' }).waitFor()
    await page.getByRole('group', { name: new RegExp(longName) }).click()
    await panel.getByRole('button', { name: 'Add a step after this one, then' }).click()
    await page.getByRole('menuitem', { name: 'Condition' }).click()
    await panel.locator('.cm-placeholder', { hasText: 'last.status === 200' }).waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  test('the switch says whether the workflow runs by itself', async () => {
    await pressEnable(page)
    await page.getByRole('switch', { name: 'Enabled' }).waitFor()
    assert.equal((await tenant.api('GET', workflow)).body.status, 'enabled')
    await studio.inspect(page, 'workflow-enabled', '.editor-head')
  })

  test('long names of steps fit on a phone', async () => {
    await page.setViewportSize(phone)
    await page.goto(`${home}/${workflow.split('/').at(-1)}`)
    await page.getByText(longName).first().waitFor()
    const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(await widest(), phone.width)
    const row = await page.locator('.step-row').first().boundingBox()
    assert(row && row.x >= 0 && row.x + row.width <= phone.width)
    await studio.inspect(page, 'workflow-phone')
    await page.getByText(longName).first().click()
    await page.getByRole('dialog', { name: longName }).waitFor()
    assert.equal(await widest(), phone.width)
    await page.setViewportSize(wide)
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

declare const document: { documentElement: { scrollWidth: number } }
