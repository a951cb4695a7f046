import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { startSite, type TestSite } from '../support/festival.ts'

let site: TestSite

suite('the page of a session, in a browser', () => {
  before(async () => {
    site = await startSite()
  })
  after(() => site?.stop())

  test('subtitle, type, languages, links, files, recording and feedback are where visitors look for them', async () => {
    const { api, path } = site.tenant
    const session = `${path}/broadcastSessions/${site.demo.firstOf('broadcastSession')}`
    const fields = {
      subtitle: 'Harp and tide',
      type: 'Concert',
      languages: ['br', 'pt-BR'],
      links: [{ type: 'website', label: 'The record', url: 'https://x.example' }],
      attachments: [{ title: 'Words', url: 'https://x.example/words.pdf' }, { url: '/media/songs.pdf' }],
      recording: { url: 'https://x.example/film' },
      feedbackUrl: 'https://x.example/feedback',
    }
    assert.equal((await api('PATCH', session, fields)).status, 200)
    const page = await site.newWindow({ isPhone: true })
    await page.goto(`${site.url}/en/sessions/${site.demo.firstOf('broadcastSession')}`)
    await page.locator('.mq-subtitle').getByText('Harp and tide').waitFor()
    await page.getByText('Concert · Breton, Brazilian Portuguese').waitFor()
    const chips = await page
      .locator('.mq-chips a[target=_blank]')
      .evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]))
    assert.deepEqual(chips, [
      ['The record', 'https://x.example'],
      ['Words', 'https://x.example/words.pdf'],
      ['songs.pdf', '/media/songs.pdf'],
      ['Recording', 'https://x.example/film'],
      ['Give feedback', 'https://x.example/feedback'],
    ])
    await site.inspect(page, 'session-material')
    assert.deepEqual(site.complaints, [])
  })
})
