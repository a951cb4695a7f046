import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { pressEnable, saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant

suite('a workflow that starts when content changes, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant()
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('the trigger is chosen by kind, operations and conditions, and a change of a session starts a run', async () => {
    const nodes = [
      { id: 'note', type: 'code', config: { code: { type: 'string', value: 'return input.record.title' } } },
    ]
    const { body } = await tenant.api('POST', `${tenant.path}/workflows`, { name: 'Note', entryNodeId: 'note', nodes })
    const place = await tenant.api('POST', `${tenant.path}/broadcastInterestPoints`, { title: 'Phare' })
    const session = await tenant.api('POST', `${tenant.path}/broadcastSessions`, {
      title: 'Aube',
      status: 'published',
      interestPointId: place.body._id,
    })
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/workflows/${body._id}`)
    const panel = page.locator('aside.editor-panel')
    await panel.getByText('Settings', { exact: true }).click()
    await panel.getByRole('combobox', { name: 'Trigger' }).click()
    await page.getByRole('option', { name: 'When something is changed' }).click()
    await panel.getByText('Without a condition, every such change starts a run.').waitFor()
    const condition = async (number: number, field: string, operator: string) => {
      await panel.getByRole('button', { name: 'Add a condition' }).click()
      await choose(`Field of condition ${number}`, field)
      await choose(`Comparison of condition ${number}`, operator)
    }
    const choose = async (name: string, option: string) => {
      await panel.getByRole('combobox', { name }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await condition(1, 'Status', 'is')
    await choose('Value of condition 1', 'Published')
    await condition(2, 'Title', 'begins with')
    await panel.getByRole('textbox', { name: 'Value of condition 2' }).fill('Aur')
    await condition(3, 'Place', 'is')
    await choose('Value of condition 3', 'Phare')
    await condition(4, 'Time › Start', 'is before')
    await condition(5, 'Description', 'is empty')
    await panel.getByRole('button', { name: 'Remove condition 4' }).click()
    await studio.inspect(page, 'workflow-change-trigger')
    await saved(page, () => page.keyboard.press('Control+s'))
    await pressEnable(page)
    await page.getByRole('switch', { name: 'Enabled' }).waitFor()
    const { trigger } = (await tenant.api('GET', `${tenant.path}/workflows/${body._id}`)).body
    assert.deepEqual(trigger, {
      type: 'change',
      kind: 'broadcastSession',
      operations: ['create', 'update', 'delete'],
      filters: [
        { status: 'published' },
        { title: { $startsWith: 'Aur' } },
        { interestPointId: place.body._id },
        { description: { $exists: false } },
      ],
    })
    await tenant.api('PATCH', `${tenant.path}/broadcastSessions/${session.body._id}`, { title: 'Aurore' })
    await panel.getByText('Runs', { exact: true }).click()
    await panel.getByText('When something is changed · ').first().waitFor()
    await page.goto(`${studio.service.url}/studio/b/${tenant.broadcastId}/workflows`)
    await page.getByText('Sessions: created, changed, deleted').waitFor()
  })
})
