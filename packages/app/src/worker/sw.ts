import { openStore, stored } from '../visitor/store.ts'
import type { PageMessage } from '../visitor/worker.ts'
import { filesName, installFiles, keepShell, picturesName, removeOldFiles, shellsIn } from './cached-files.ts'
import { createPictures } from './pictures.ts'
import { createMessages } from './push.ts'
import { handlingOf } from './requests.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** The files of the build, which the service writes before this script. */
  files: string[]
}

const { files } = self
const base = new URL(self.registration.scope).pathname.replace(/\/$/, '')
const name = filesName(base, files)
const opening = openStore(base, 30_000)
const pictures = opening.then((store) => createPictures(picturesName(base), store))

self.addEventListener('install', (event) => {
  event.waitUntil(installFiles(name, files, `${base}/shell`).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldFiles(base, name).then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const handling = handlingOf(request, base, self.location.origin)
  if (handling?.type === 'page') event.respondWith(page(request, handling.shells))
  if (handling?.type === 'file') event.respondWith(file(request))
  if (handling?.type === 'picture')
    event.respondWith(pictures.then(({ answer }) => answer(request, (work) => event.waitUntil(work))))
})

/** The shell at once, where there is content to fill it with. */
async function page(request: Request, shells: string[]): Promise<Response> {
  if (await (await opening).get(stored.site).catch(() => undefined)) {
    const cache = await caches.open(name)
    for (const shell of shells) {
      const known = await cache.match(shell)
      if (known) return known
    }
  }
  return fetch(request)
}

const file = async (request: Request) => (await caches.match(request)) ?? fetch(request)

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage
  if (message.type === 'keep') event.waitUntil(keepMissing(message.path))
  if (message.type === 'refresh') event.waitUntil(refresh())
  if (message.type === 'pictures') event.waitUntil(pictures.then(({ keepAll }) => keepAll(message.urls)))
})

async function keepMissing(path: string): Promise<void> {
  if (!(await (await caches.open(name)).match(path))) await keepShell(name, files, path)
}

/** The theme has changed, and the shells with it. Those of a new build come with its worker. */
async function refresh(): Promise<void> {
  for (const path of await shellsIn(name))
    if (!(await keepShell(name, files, path))) return void (await self.registration.update())
}

const messages = createMessages(self, base, opening)
self.addEventListener('push', (event) => event.waitUntil(messages.receive(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(messages.press(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription } = event as Event & { oldSubscription: PushSubscription | null }
  ;(event as ExtendableEvent).waitUntil(messages.renew(oldSubscription))
})
