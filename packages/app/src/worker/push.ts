import type { SiteAddress } from '../address.ts'
import type { Client } from '../visitor/client.ts'
import { type Store, stored } from '../visitor/store.ts'
import type { WorkerMessage } from '../visitor/worker.ts'
import { notificationOf, type PushMessage, targetOf } from './messages.ts'

/** Shows push messages and follows them. */
export function createMessages(worker: ServiceWorkerGlobalScope, base: string, opening: Promise<Store>) {
  const { clients, location, registration } = worker
  /** The open windows of this site, the last used first. */
  const windows = async (): Promise<readonly WindowClient[]> =>
    (await clients.matchAll({ type: 'window' })).filter(({ url }) => new URL(url).pathname.startsWith(`${base}/`))

  return {
    async receive(data: PushMessageData | null): Promise<void> {
      const { title, options } = notificationOf(messageIn(data), `${base}/icon-192.png`)
      await registration.showNotification(title, options)
      // A message is often about a change.
      for (const window of await windows()) window.postMessage({ type: 'sync' } satisfies WorkerMessage)
    },

    /** Opens the target in a window that is open, else in a new one. */
    async press(notification: Notification): Promise<void> {
      notification.close()
      const known = await (await opening).get<StoredSite>(stored.site)
      const site = known ?? { base, main: '', locales: [] }
      if (known?.isMeasured) void reportOpened(known.api, notification.data)
      const url = new URL(targetOf(notification.data, site), location.origin)
      const isOurs = url.origin === location.origin && url.pathname.startsWith(`${base}/`)
      const [window] = isOurs ? await windows() : []
      if (!window) return void (await clients.openWindow(url))
      window.postMessage({ type: 'open', url: url.href } satisfies WorkerMessage)
      // A browser may refuse to bring a window to the front; its screen is right in any case.
      await window.focus().catch(() => {})
    },

    /** The browser has ended a subscription: the service gets the next one. */
    async renew(old: PushSubscription | null): Promise<void> {
      const store = await opening
      const client = await store.get<Client>(stored.client)
      const site = await store.get<{ api: string }>(stored.site)
      const applicationServerKey = old?.options.applicationServerKey
      if (!client || !site || !applicationServerKey) return
      const next = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
      await fetch(`${site.api}/clients/me`, {
        method: 'PATCH',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
        body: JSON.stringify({ pushSubscription: next }),
      })
    },
  }
}

interface StoredSite extends SiteAddress {
  api: string
  /** False when the browser asks websites not to track, which a worker cannot find out. */
  isMeasured?: boolean
}

/** Counts that a campaign was opened, without anything by which a visitor could be recognized. */
async function reportOpened(api: string, { type, campaign_id: id, locale }: PushMessage): Promise<void> {
  if (type !== 'campaign' || !id) return
  const event = { type: 'campaign.opened', metadata: { id, ...(locale && { locale }) } }
  await fetch(`${api}/events`, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [event] }),
  }).catch(() => {})
}

function messageIn(data: PushMessageData | null): PushMessage {
  try {
    const message = data?.json()
    if (typeof message === 'object' && message !== null) return message
  } catch {
    // Something else than a message of the service, which is shown as it is.
  }
  return { body: data?.text() ?? '' }
}
