import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { saved } from '../support/gestures.ts'
import { phone, startStudio, type TestStudio, wide } from '../support/studio.ts'

let studio: TestStudio
let page: Page
let tenant: TestTenant
/** Calls the service for the broadcast, which is at this path of Surface B. */
let api: TestTenant['api']
let path: string
/** The URL of the broadcast's screens. */
let home: string

suite('the studio, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    ;({ api, path } = tenant)
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  test('a host is created and edited; errors of the service are shown at the field', async () => {
    await page.goto(`${home}/hosts`)
    await page.getByRole('heading', { name: 'Nobody is on stage yet' }).waitFor()
    await studio.inspect(page, 'hosts-empty')
    await page.getByRole('button', { name: 'New host' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Name').fill('Ada Wrenfield')
    await drawer.getByRole('button', { name: 'Add' }).click()
    await drawer.getByLabel(/^Link/).fill('not an address')
    await drawer.getByRole('button', { name: 'Create' }).click()
    await drawer.getByText('One field needs your attention.').waitFor()
    assert(await drawer.getByLabel(/^Link/).getAttribute('aria-invalid'))
    await studio.inspect(page, 'host-refused')
    await drawer.getByLabel(/^Link/).fill('https://ada.example/')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    await drawer.getByLabel('Subtitle').fill('Songs of the tide')
    await drawer.getByText('Español').click()
    await drawer.getByLabel('Subtitle').fill('Canciones de la marea')
    await saved(page, () => drawer.getByRole('button', { name: 'Save' }).click())
    const [host] = (await api('GET', `${path}/broadcastHosts`)).body.data
    assert.deepEqual(
      [host.title, host.subtitle, host.localeDetails.es, host.links[0].url],
      ['Ada Wrenfield', 'Songs of the tide', { subtitle: 'Canciones de la marea' }, 'https://ada.example/'],
    )
    await studio.inspect(page, 'host')
  })

  test('unsaved edits survive a reload, and can be discarded', async () => {
    const [host] = (await api('GET', `${path}/broadcastHosts`)).body.data
    await page.goto(`${home}/hosts/${host._id}`)
    const drawer = page.getByRole('dialog', { name: 'Ada Wrenfield' })
    await drawer.getByLabel('Description').fill('Half a sentence')
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('These are changes you have not saved yet.').waitFor()
    assert.equal(await drawer.getByLabel('Description').inputValue(), 'Half a sentence')
    await drawer.getByRole('button', { name: 'Discard changes' }).last().click()
    assert.equal(await drawer.getByLabel('Description').inputValue(), '')
    await page.reload()
    await drawer.getByLabel('Description').waitFor()
    assert.equal(await drawer.getByLabel('Description').inputValue(), '')
  })

  test('a delete can be undone for eight seconds before it is sent', async () => {
    await api('POST', `${path}/broadcastHosts`, { title: 'Balise 9', status: 'published' })
    await page.goto(`${home}/hosts`)
    await page.clock.install()
    await page.getByRole('checkbox', { name: 'Select Balise 9' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Balise 9' }).waitFor({ state: 'hidden' })
    await page.clock.fastForward(7_000)
    assert.equal((await api('GET', `${path}/broadcastHosts`)).body.metadata.total, 2, 'nothing was sent yet')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Balise 9' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select Balise 9' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    const sent = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.clock.fastForward(9_000)
    assert.equal((await sent).status(), 200)
    assert.equal((await api('GET', `${path}/broadcastHosts`)).body.metadata.total, 1)
    await page.clock.resume()
  })

  test('signing in again after the session expired keeps the unsaved work', async () => {
    const [host] = (await api('GET', `${path}/broadcastHosts`)).body.data
    await page.goto(`${home}/hosts/${host._id}`)
    const drawer = page.getByRole('dialog', { name: 'Ada Wrenfield' })
    await drawer.getByLabel('Subtitle').fill('Written before the end')
    await page.context().clearCookies()
    // Another request may notice the end of the session first, and its dialog then covers the button.
    await drawer.getByRole('button', { name: 'Save' }).dispatchEvent('click')
    const again = page.getByRole('dialog', { name: 'Please sign in again' })
    await again.getByLabel(/^Password/).fill(tenant.password)
    await studio.inspect(page, 'session-ended')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'hidden' })
    assert.equal(await drawer.getByLabel('Subtitle').inputValue(), 'Written before the end')
    await saved(page, () => drawer.getByRole('button', { name: 'Save' }).click())
    assert.equal((await api('GET', `${path}/broadcastHosts/${host._id}`)).body.subtitle, 'Written before the end')
  })

  test('a change is shown that came after a list was read and before the stream was open', async () => {
    const window = await studio.signIn(tenant)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await window.route(/\/(usage|changes\/stream)/, async (route) => {
      await released
      await route.continue()
    })
    await window.goto(`${home}/hosts`)
    await window.getByText('Ada Wrenfield').first().waitFor()
    await api('POST', `${path}/broadcastHosts`, { title: 'Between the two' })
    release()
    await window.getByText('Between the two').first().waitFor()
    await window.context().close()
  })

  test('the palette finds screens and records by keyboard alone', async () => {
    await page.goto(home)
    await page.getByRole('heading', { name: 'Nuits du Port' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Screens, actions, and records by name').pressSequentially('ada w')
    await page.getByRole('dialog').getByText('Ada Wrenfield').first().waitFor()
    await studio.inspect(page, 'palette')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Ada Wrenfield' }).waitFor()
    assert.match(page.url(), /\/hosts\/[0-9a-f]{24}$/)
  })

  test('every generic screen conforms to WCAG AA, in light and dark, wide and on a phone', async () => {
    const onPhonesToo = ['campaigns/new', 'settings', 'hosts']
    const wideAlone = [
      'categories/new',
      'media',
      'maps/new',
      'fonts/new',
      'diffusers/new',
      'forms/new',
      'contacts',
      'members',
    ]
    for (const screen of [...wideAlone, ...onPhonesToo]) {
      // Navigates like a link: reloading the page for each screen would take most of the time.
      await page.evaluate((to) => {
        document.title = ''
        history.pushState(null, '', to)
      }, `${home}/${screen}`)
      // A screen sets the title once it is rendered; until then the previous one is shown, with its dialog.
      await until(() => page.evaluate(() => document.title !== ''), screen)
      if (screen.endsWith('/new')) await page.getByRole('dialog').first().waitFor()
      for (const viewport of onPhonesToo.includes(screen) ? [wide, phone] : [wide]) {
        await page.setViewportSize(viewport)
        await page.locator('.mantine-Loader-root, .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
        await studio.inspect(page, screen.replace('/', '-'))
      }
      await page.setViewportSize(wide)
    }
    await page.setViewportSize(phone)
    await page.goto(`${studio.service.url}/studio/account`)
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await studio.inspect(page, 'account')
  })

  test('every screen opens, and none is wider than a phone', async () => {
    const window = await studio.signIn(tenant)
    await window.goto(`${home}/developers/keys`)
    await window.getByRole('tab').first().waitFor()
    const tabs = await window.locator('[data-tab]').evaluateAll((all) => all.map((tab) => tab.getAttribute('data-tab')))
    const links = await window.locator(`a[href^="${new URL(home).pathname}"]`).evaluateAll(hrefsOf)
    const inside = [...links, ...tabs.map((tab) => `${new URL(home).pathname}/developers/${tab}`)]
    assert(inside.length > 20, inside.join())
    const wider: string[] = []
    const keep = async (path: string) => {
      await window.evaluate((to) => history.pushState(null, '', to), path)
      await window.getByRole('heading', { level: 1 }).first().waitFor()
      for (const viewport of [wide, phone]) {
        await window.setViewportSize(viewport)
        await window.locator('.mantine-Loader-root, .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
        await studio.photograph(window, nameOfPath(path))
      }
      if (await window.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wider.push(path)
    }
    for (const path of new Set([...inside, '/studio/', '/studio/account'])) await keep(path)
    await window.context().clearCookies()
    await window.goto(`${studio.service.url}/studio/sign-in`)
    for (const path of ['sign-in', 'sign-up', 'forgot-password', 'reset-password?token=x'])
      await keep(`/studio/${path}`)
    assert.deepEqual(wider, [])
    await window.context().close()
  })

  test('the page has a strict policy, its assets are immutable, and nothing else is served there', async () => {
    const { url } = studio.service
    const get = (at: string, headers = {}) => fetch(url + at, { redirect: 'manual', headers })
    assert.equal((await get('/')).headers.get('location'), '/studio/')
    const first = await get('/studio/b/anything/hosts')
    assert.equal(first.headers.get('cache-control'), 'no-cache')
    const policy = first.headers.get('content-security-policy') ?? ''
    assert.match(policy, /script-src 'self';/)
    assert.doesNotMatch(policy, /unsafe-eval|script-src[^;]*unsafe-inline|\*/)
    for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "connect-src 'self'"]) {
      assert(policy.includes(part), part)
    }
    // Pictures have the configured address, also when the service is opened by another name.
    assert(policy.includes(`img-src 'self' ${studio.service.platform.config.baseUrl} `), policy)
    const text = await first.text()
    assert.notEqual(text, await (await get('/studio/')).text(), 'the nonce is another one every time')
    const [script = ''] = /\/studio\/assets\/[\w-]+\.js/.exec(text) ?? []
    const file = await get(script, { 'accept-encoding': 'br' })
    assert.deepEqual(
      ['cache-control', 'content-encoding', 'x-content-type-options'].map((name) => file.headers.get(name)),
      ['public, max-age=31536000, immutable', 'br', 'nosniff'],
    )
    for (const at of ['/studio/assets/none.js', '/studio/assets/..%2f..%2fpackage.json', '/studiox', '/v1/nothing']) {
      const missing = await get(at)
      assert.equal(missing.status, 404, at)
      assert.equal(missing.headers.get('content-type'), 'application/problem+json; charset=utf-8', at)
    }
    for (const at of ['/studio/manifest.json', '/studio/built-from', '/studio/%2e%2e/package.json']) {
      assert.doesNotMatch(await (await get(at)).text(), /"version"|"workspaces"|"isEntry"|^[0-9a-f]{64}$/, at)
    }
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

const hrefsOf = (links: { getAttribute(name: string): string | null }[]) =>
  links.map((link) => link.getAttribute('href') ?? '')

/** `hosts` for /studio/b/{id}/hosts, `sign-in` for /studio/sign-in. */
const nameOfPath = (path: string) =>
  path
    .replace(/^\/studio\/b\/[^/]+\/?$/, 'overview')
    .replace(/^\/studio\/(b\/[^/]+\/)?|\?.*/g, '')
    .replaceAll('/', '-') || 'broadcasts'

declare const innerWidth: number
declare const document: { title: string; documentElement: { scrollWidth: number } }
declare const history: { pushState(state: null, unused: '', url: string): void }
