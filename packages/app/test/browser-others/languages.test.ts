import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { until } from '../../../server/test/support/until.ts'
import { organize, startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let page: Page

const words = {
  de: {
    name: 'Große Stille',
    lead: 'Drei Nächte am Hafen',
    section: 'Entdecken',
    tile: 'Alle Konzerte',
    home: 'Guten Abend',
  },
  ar: { name: 'السكون الكبير', lead: 'ثلاث ليال في الميناء', section: 'اكتشف', tile: 'كل الحفلات', home: 'مساء الخير' },
}
const by = (text: (of: (typeof words)['de']) => object) => ({ de: text(words.de), ar: text(words.ar) })

suite('a site in German and in Arabic', () => {
  before(async () => {
    site = await startSite()
    const title = by(({ tile }) => ({ title: tile }))
    const tile = { title: 'Les concerts', navigator: { nativeContent: 'program' }, localeDetails: title }
    await organize(site, 'PATCH', '', {
      locales: ['fr', 'de', 'ar'],
      localeDetails: by((of) => ({ name: of.name, shortDescription: of.lead })),
      menu: { sections: [{ title: 'Voir', localeDetails: by(({ section }) => ({ title: section })), tiles: [tile] }] },
      bottomBar: { homeTile: { title: 'Accueil', navigator: { nativeContent: 'home' } }, firstTile: tile },
      home: {
        blocks: [{ type: 'title', text: 'Bonsoir' }],
        localeDetails: by(({ home }) => ({ blocks: [{ type: 'title', text: home }] })),
      },
    })
    const { data } = await organize(site, 'GET', '/broadcastDiffusers')
    const seo = { title: 'Grande Étale', localeDetails: by((of) => ({ title: of.name, metaDescription: of.lead })) }
    for (const { _id, type } of data)
      if (type === 'web') await organize(site, 'PATCH', `/broadcastDiffusers/${_id}`, { seo })
    page = (await site.newVisitor()).page
  })
  after(() => site?.stop())

  for (const locale of ['de', 'ar'] as const)
    test(`every text of the frame is in ${locale}, in its direction and inside of the window`, async () => {
      const { name, lead, section, tile, home } = words[locale]
      const direction = locale === 'ar' ? 'rtl' : 'ltr'
      for (const path of [
        '',
        'menu',
        'programme',
        'programme/2027-07-03?view=grid',
        'now',
        'places',
        'hosts',
        'search',
      ]) {
        await page.goto(`${site.url}/${locale}/${path}`, { waitUntil: 'domcontentloaded' })
        // The service worker opens a kept page, which the script turns into the language of the address.
        await page.locator(`html[lang=${locale}][dir=${direction}]`).waitFor({ state: 'attached' })
        await page.locator('nav').getByText(tile).first().waitFor()
        await until(async () => (await page.title()).includes(name), `the title of ${path}`)
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert(wider <= 0, `${path} is ${wider} pixels too wide`)
        if (path === '') await page.getByRole('heading', { name: home }).waitFor()
        if (path === 'menu') await page.getByRole('heading', { name: section }).waitFor()
      }
      const read = async (path: string) => (await fetch(`${site.url}/${path}`)).text()
      assert.match(await read(`${locale}/programme`), new RegExp(`content="${lead}"`))
      const manifest = JSON.parse(await read(`manifest.webmanifest?locale=${locale}`))
      assert.deepEqual([manifest.name, manifest.lang, manifest.dir], [name, locale, direction])
      assert(manifest.start_url.endsWith(`/${locale}`))
      assert((await read(`${locale}/`)).includes(`manifest.webmanifest?locale=${locale}`))
    })

  test('the main language has its own texts, and a language that is removed is gone', async () => {
    const read = async (path: string) => fetch(`${site.url}/${path}`)
    assert.match(await (await read('')).text(), /Bonsoir/)
    await organize(site, 'PATCH', '', { locales: ['fr', 'de'] })
    assert.equal((await read('ar/')).status, 404)
    assert.match(await (await read('de/')).text(), /Guten Abend/)
    assert.deepEqual(site.complaints, [])
  })
})
