import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Browser } from 'playwright-core'
import { chapters } from '../../src/http/openapi/chapters.ts'
import { launchBrowser } from '../support/browser.ts'
import { after, before, test } from '../support/browser-test.ts'
import { startService, type TestService } from '../support/service.ts'

suite('the reference page', () => {
  let service: TestService
  let browser: Browser

  before(async () => {
    service = await startService()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
  })

  test('shows the introduction and the operations of each chapter, from this service alone and without an error', async () => {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) faults.push(request.url())
    })
    await page.goto(`${service.url}/reference/`)
    await page.getByRole('heading', { name: 'Idempotency' }).waitFor()
    const shown = {
      'surface-a': 'List events',
      'surface-b': 'Create a preview link',
      public: 'The public part of the broadcast',
      'webhook-events': 'A broadcast was created.',
    }
    for (const [slug, operation] of Object.entries(shown)) {
      await page.goto(`${service.url}/reference/?api=${slug}`)
      await page.getByText(operation).first().waitFor()
    }
    assert.equal(Object.keys(shown).length, chapters.length)
    assert.deepEqual(faults, [])
    await page.close()
  })
})
