import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { pressEnable, saved } from '../support/gestures.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let tenant: TestTenant
let page: Page
/** The URL of the workflows screen, and the path of the first tests' workflow on Surface B. */
let home: string
let workflow: string

suite('workflows, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant()
    for (const title of ['Les lampions', 'La marée']) {
      await tenant.api('POST', `${tenant.path}/broadcastArticles`, { title, content: '…', status: 'published' })
    }
    const { body } = await tenant.api('POST', `${tenant.path}/workflows`, counting)
    workflow = `${tenant.path}/workflows/${body._id}`
    await tenant.api('POST', `${workflow}/runs?wait=true`, { input: {} })
    page = await studio.signIn(tenant)
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}/workflows`
  })
  after(() => studio?.stop())

  test('problems are shown at their step and field before saving, and prevent enabling', async () => {
    await page.goto(`${home}/${workflow.split('/').at(-1)}`)
    await page.getByRole('group', { name: 'Code: Count' }).click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: 'Add a step after this one, on error' }).click()
    await page.getByRole('menuitem', { name: 'Call an API' }).click()
    await page.getByRole('button', { name: '1 thing is missing' }).click()
    await page.getByRole('button', { name: /Address: is required/ }).click()
    await panel.getByText('is required').waitFor()
    await pressEnable(page)
    await page.getByText('It could not be saved').waitFor()
    assert.equal((await tenant.api('GET', workflow)).body.status, 'disabled')
    await panel.getByRole('textbox', { name: 'Address' }).fill('https://example.org/')
    await page.getByRole('button', { name: 'Ready to run' }).waitFor()
    await pressEnable(page)
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
    const { body } = await tenant.api('GET', workflow)
    assert.deepEqual([body.status, body.nodes[1].onError, body.nodes.length], ['enabled', 'call', 3])
  })

  test('edits can be undone; a step moved by keyboard keeps its position', async () => {
    const panel = page.getByRole('complementary')
    await page.getByRole('group', { name: 'Call an API: Call an API' }).click()
    await panel.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete the step' }).click()
    await page.getByRole('group', { name: 'Call an API: Call an API' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('group', { name: 'Call an API: Call an API' }).waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByRole('group', { name: 'Call an API: Call an API' }).waitFor({ state: 'hidden' })
    const [before] = (await tenant.api('GET', workflow)).body.nodes
    await page.getByRole('group', { name: 'Content: Articles' }).click()
    await page.getByRole('group', { name: 'Content: Articles' }).press('ArrowDown')
    await saved(page, () => page.keyboard.press('Control+s'))
    const { nodes } = (await tenant.api('GET', workflow)).body
    assert.equal(nodes.length, 2)
    assert(nodes[0].position[1] > before.position[1])
  })

  test('a loop frames its steps; a failed run shows the failed step, and resumes there', async () => {
    const { body } = await tenant.api('POST', `${tenant.path}/workflows`, looping)
    await tenant.api('POST', `${tenant.path}/workflows/${body._id}/runs?wait=true`, { input: { broken: 2 } })
    await page.goto(`${home}/${body._id}`)
    await page.getByText('Rounds: each item').waitFor()
    await page.getByText('Runs', { exact: true }).click()
    await page.getByRole('button', { name: /^Failed/ }).click()
    await page.getByRole('status', { name: 'Run: Failed' }).waitFor()
    await studio.inspect(page, 'workflow-loop')
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: /Failed Seat/ }).click()
    await panel.getByRole('region', { name: 'Input of the step' }).waitFor({ state: 'hidden' })
    await panel.getByText('broken chair').waitFor()
    await page.getByRole('group', { name: 'Condition: Is it big?' }).click()
    await panel.getByRole('tab', { name: 'Setup' }).click()
    await panel.getByRole('textbox', { name: 'Is this true?, an expression' }).waitFor()
    await panel.getByText('Values to use').click()
    await panel.getByRole('button', { name: /^input/ }).waitFor()
    await studio.inspect(page, 'workflow-expression')
    const runs = `${tenant.path}/workflowRuns?filters=${encodeURIComponent(JSON.stringify([{ workflowId: body._id }]))}`
    const failedRun = new URL(page.url()).searchParams.get('run')
    assert(failedRun)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.waitForFunction((was) => !globalThis.location.href.includes(was), failedRun)
    await page.getByRole('status', { name: 'Run: Failed' }).waitFor()
    assert.equal((await tenant.api('GET', runs)).body.metadata.total, 2)
  })

  test('a phone shows steps as a list, complete runs and results, and the next due times', async () => {
    const small = await studio.signIn(tenant, { isPhone: true, language: 'fr' })
    await small.goto(home)
    await small.getByRole('link', { name: 'Count the articles' }).waitFor()
    await studio.inspect(small, 'workflows')
    await small.getByRole('link', { name: 'Count the articles' }).click()
    await small.getByRole('button', { name: /^Count console/ }).click()
    const step = small.getByRole('dialog', { name: 'Count' })
    await step.getByRole('tab', { name: 'Dernier résultat' }).click()
    await step.getByText('"count": 2').waitFor()
    await studio.inspect(small, 'workflow-step')
    await step.getByRole('button', { name: 'Fermer' }).click()
    await small.getByRole('tab', { name: 'Canevas' }).click()
    await small.getByRole('group', { name: 'Contenu : Articles' }).waitFor()
    await studio.inspect(small, 'workflow-canvas')
    await small.getByRole('tab', { name: 'Réglages' }).click()
    await small.getByRole('combobox', { name: 'Déclencheur' }).click()
    await small.getByRole('option', { name: 'Selon un horaire' }).click()
    await small.getByText('Tous les jours à 08:00').waitFor()
    assert.equal(await small.locator('.next-times li').count(), 5)
    await studio.inspect(small, 'workflow-settings')
    await small.context().close()
  })

  test('the list disables and duplicates workflows, and shows the last run', async () => {
    await page.goto(home)
    const card = page.getByRole('listitem').filter({ hasText: 'Count the articles' })
    await card.getByText('Succeeded').waitFor()
    await studio.inspect(page, 'workflows')
    const switched = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await card.getByRole('switch').press('Space')
    assert((await switched).ok())
    assert.equal((await tenant.api('GET', workflow)).body.status, 'disabled')
    await card.getByRole('button', { name: 'More about Count the articles' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Count the articles (copy)' }).waitFor()
    assert.equal((await tenant.api('GET', `${tenant.path}/workflows`)).body.metadata.total, 3)
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const counting = {
  name: 'Count the articles',
  entryNodeId: 'content',
  nodes: [
    {
      id: 'content',
      type: 'amply',
      name: 'Articles',
      position: [0, 0],
      config: {
        operation: { type: 'string', value: 'list' },
        resource: { type: 'string', value: 'broadcastArticle' },
      },
      onSuccess: 'code',
    },
    {
      id: 'code',
      type: 'code',
      name: 'Count',
      position: [332, 0],
      config: { code: { type: 'string', value: "console.log('found')\nreturn { count: last.data.length }" } },
    },
  ],
}

const looping = {
  name: 'Seats for everybody',
  entryNodeId: 'each',
  nodes: [
    {
      id: 'each',
      type: 'foreach',
      name: 'Rounds',
      config: {
        items: { type: 'array', useExpression: true, expression: '[1, 2, 3]' },
        entryNodeId: { type: 'string', value: 'seat' },
      },
      onSuccess: 'sum',
      onError: 'note',
    },
    {
      id: 'seat',
      type: 'code',
      name: 'Seat',
      config: {
        code: { type: 'string', value: "if (item === input.broken) throw new Error('broken chair')\nreturn item * 2" },
      },
      onSuccess: 'big',
    },
    {
      id: 'big',
      type: 'if',
      name: 'Is it big?',
      config: { condition: { type: 'boolean', useExpression: true, expression: 'last > 2' } },
    },
    { id: 'sum', type: 'code', name: 'Sum up', config: { code: { type: 'string', value: 'return last.count' } } },
    {
      id: 'note',
      type: 'code',
      name: 'Note it',
      config: { code: { type: 'string', value: 'throw new Error(last.error.message)' } },
    },
  ],
}
