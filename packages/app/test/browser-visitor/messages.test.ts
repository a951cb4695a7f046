import assert from 'node:assert/strict'
import type { BrowserContext, CDPSession, Page, Route, Worker } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { subscriptionOf } from '../../../server/test/support/push-crypto.ts'
import { until } from '../../../server/test/support/until.ts'
import { organize, startSite, type TestSite, untilKept } from '../support/site.ts'

let site: TestSite
let context: BrowserContext
let page: Page
let worker: Worker
let session: { _id: string; localeDetails: { en: { title: string } } }
let deliver: (message: unknown) => Promise<void>

before(async () => {
  site = await startSite()
  ;({ context, page } = await site.newVisitor())
  await context.grantPermissions(['notifications'], { origin: site.service.url })
  const { data } = await organize(site, 'GET', '/broadcastSessions?limit=50')
  session = data.find(({ status }: { status: string }) => status === 'published')
  await page.goto(`${site.url}/en`)
  await untilKept(page)
  worker = context.serviceWorkers().find((one) => one.url().startsWith(site.url)) as Worker
  await worker.evaluate(listNotifications)
  deliver = await pushInto(await context.newCDPSession(page))
})
after(() => site.stop())

/** A push service needs the internet; the browser's own tools deliver a message to the worker as one would. */
async function pushInto(tools: CDPSession): Promise<(message: unknown) => Promise<void>> {
  const registrations = new Map<string, string>()
  tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: list }) => {
    for (const { scopeURL, registrationId } of list) registrations.set(scopeURL, registrationId)
  })
  await tools.send('ServiceWorker.enable')
  await until(() => registrations.has(`${site.url}/`), 'the registration')
  return async (message) => {
    const registrationId = registrations.get(`${site.url}/`) ?? ''
    await tools.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: site.service.url, registrationId, data: JSON.stringify(message) },
    })
  }
}

interface Shown {
  title: string
  body: string
  tag: string
}

/** Browsers without a screen show no notifications, and some refuse them, so the worker lists them instead. */
function listNotifications(): void {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
  const listed = new Map<string, Shown & { data: unknown; close(): void }>()
  const showNotification = async (title: string, { body = '', tag = '', data }: NotificationOptions = {}) => {
    listed.set(tag, { title, body, tag, data, close: () => listed.delete(tag) })
  }
  Object.assign(registration, { showNotification, getNotifications: async () => [...listed.values()] })
}

const notifications = (): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** The tools deliver without a guarantee, as push services do, so a message is repeated; a copy replaces the first. */
const arrive = (message: unknown, isShown: (shown: Shown[]) => boolean): Promise<void> =>
  until(async () => {
    await deliver(message)
    const hasCome = async () => isShown(await notifications())
    return until(hasCome, 'this copy', 5_000).then(
      () => true,
      () => false,
    )
  }, 'the notification')

/** Presses a notification: the worker gets the event of it. */
const press = (tag: string): Promise<void> =>
  worker.evaluate(async (wanted) => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const notification = (await registration.getNotifications()).find((shown) => shown.tag === wanted)
    if (!notification) throw new Error('there is no such notification')
    dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
  }, tag)

test('a reminder is shown, and a press opens the session in the window that is open', async () => {
  const about = { session_id: session._id, locale: 'en' }
  const isTitled = (wanted: string) => (shown: Shown[]) => shown.some(({ title }) => title === wanted)
  await arrive({ type: 'reminder', title: 'In 15 minutes', body: 'At the Dune', ...about }, isTitled('In 15 minutes'))
  assert.deepEqual(await notifications(), [{ title: 'In 15 minutes', body: 'At the Dune', tag: session._id }])
  await arrive({ type: 'change', title: 'Moved', body: 'At the Quay', ...about }, isTitled('Moved'))
  assert.equal((await notifications()).length, 1)
  await press(session._id)
  await page.getByRole('heading', { level: 1, name: session.localeDetails.en.title }).waitFor()
  assert.equal(page.url(), `${site.url}/en/sessions/${session._id}`)
  await until(async () => (await notifications()).length === 0, 'the notification is closed')
})

test('a campaign leads to the screen that its organizers chose', async () => {
  const { _id: campaign } = await organize(site, 'POST', '/broadcastCampaigns', { title: 'Doors' })
  const navigator = { nativeContent: 'program' }
  const message = { title: 'Doors', body: 'Come in', type: 'campaign', campaign_id: campaign, navigator, locale: 'en' }
  await arrive(message, (shown) => shown.some(({ tag }) => tag === campaign))
  await press(campaign)
  await page.getByRole('heading', { level: 1, name: 'Programme' }).waitFor()
  // That it was opened is counted, with nothing about the visitor.
  await until(async () => {
    const { data } = await organize(site, 'GET', '/broadcastEvents?limit=200')
    const opened = data.filter(({ type }: { type: string }) => type === 'campaign.opened')
    return opened.some(
      ({ clientId, metadata }: { clientId: null; metadata: object }) =>
        clientId === null && JSON.stringify(metadata) === JSON.stringify({ id: campaign, locale: 'en' }),
    )
  }, 'the event')
})

test('a message about a session that is newer than the stored content finds it', async () => {
  const { _id } = await organize(site, 'POST', '/broadcastSessions', { title: 'Surprise', status: 'published' })
  const message = { type: 'change', title: 'New', body: 'Surprise', session_id: _id, locale: 'en' }
  await arrive(message, (shown) => shown.some(({ tag }) => tag === _id))
  await press(_id)
  await page.getByRole('heading', { level: 1, name: 'Surprise' }).waitFor()
})

test('a message that comes while older content is read finds its session', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isRead = false
  const readLate = async (route: Route) => {
    const response = await route.fetch()
    isRead = true
    await released
    await route.fulfill({ response })
  }
  await page.route('**/bundle?**', readLate, { times: 1 })
  await arrive({ type: 'reminder', title: 'Soon', body: '', session_id: session._id }, (shown) => shown.length > 0)
  await until(() => isRead, 'the content before the change')
  const { _id } = await organize(site, 'POST', '/broadcastSessions', { title: 'Encore', status: 'published' })
  const message = { type: 'change', title: 'New', body: 'Encore', session_id: _id, locale: 'en' }
  await arrive(message, (shown) => shown.some(({ tag }) => tag === _id))
  await press(_id)
  release()
  await page.getByRole('heading', { level: 1, name: 'Encore' }).waitFor()
})

test('notifications are asked for by a press alone, and subscribed to with the key of the broadcast', async () => {
  const { context: other, page: settings } = await site.newVisitor()
  await other.addInitScript(fakePush, subscriptionOf('https://push.example/one'))
  await settings.goto(`${site.url}/en/settings`)
  await untilKept(settings)
  const asked = () => settings.evaluate(() => Object(globalThis).asked)
  assert.deepEqual(await asked(), [])
  await settings.getByRole('button', { name: 'Turn on notifications' }).click()
  await settings.getByRole('button', { name: 'Turn off notifications' }).waitFor()
  const { publicKey } = await (await fetch(`${site.service.url}/v1/public/copy-${site.broadcastId}/push`)).json()
  assert.deepEqual(await asked(), ['permission', publicKey])
  const subscribed = async () => (await organize(site, 'GET', '/broadcastClients?limit=50')).data
  assert.deepEqual(
    (await subscribed()).map(({ pushSubscription }: AnyClient) => pushSubscription),
    [{ set: true }],
  )
  await settings.getByText('30 minutes').click()
  await settings.getByRole('checkbox').check()
  const arrived = async ({ reminderMinutes, quietHours }: AnyClient) => reminderMinutes === 30 && quietHours !== null
  await until(async () => arrived((await subscribed())[0]), 'the service has the choices')
  await settings.reload()
  await until(() => settings.getByRole('radio', { name: '30 minutes' }).isChecked(), 'the reminder is kept')
  await settings.getByRole('button', { name: 'Turn off notifications' }).click()
  await settings.getByRole('button', { name: 'Turn on notifications' }).waitFor()
  assert.deepEqual(
    (await subscribed()).map(({ pushSubscription }: AnyClient) => pushSubscription),
    [null],
  )
})

interface AnyClient {
  pushSubscription: unknown
  reminderMinutes: unknown
  quietHours: unknown
}

/** Stands in for the push service of the browser's maker, which tests cannot reach. */
function fakePush(subscription: object): void {
  const asked: string[] = []
  const name = 'fake subscription'
  const made = { toJSON: () => subscription, unsubscribe: async () => localStorage.removeItem(name) }
  Object.assign(globalThis, { asked })
  Object.defineProperty(Notification, 'requestPermission', {
    value: async () => {
      asked.push('permission')
      return 'granted'
    },
  })
  Object.defineProperty(Notification, 'permission', { value: 'default' })
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      asked.push(applicationServerKey)
      localStorage.setItem(name, 'yes')
      return made
    },
    getSubscription: async () => (localStorage.getItem(name) ? made : null),
  })
}

test('a message that cannot be read is shown as text', async () => {
  await arrive('plain words', (shown) => shown.some(({ body }) => body.includes('plain words')))
})

test('no page had an error or broke its policy', () => {
  assert.deepEqual(site.complaints, [])
})

/** A type of workers, which the types of pages lack. */
declare const ExtendableEvent: new (type: string) => Event
