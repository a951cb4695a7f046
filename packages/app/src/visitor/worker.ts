/** A message of the service worker to its pages. */
export interface WorkerMessage {
  type: 'open' | 'sync'
  url?: string
}

/** A message of a page to the service worker: keep the shell at a path, fetch all shells again, or keep pictures. */
export type PageMessage = { type: 'keep'; path: string } | { type: 'refresh' } | { type: 'pictures'; urls: string[] }

export interface WorkerLink {
  send(message: PageMessage): void
  onMessage(listener: (message: WorkerMessage) => void): void
  /** The site is gone, and its pages must no longer be answered from here. */
  remove(): Promise<void>
}

/** Registers the service worker of a site. Undefined where the browser has none. */
export function openWorker(base: string): WorkerLink | undefined {
  if (!('serviceWorker' in navigator)) return undefined
  const container = navigator.serviceWorker
  const registering = container.register(`${base}/sw.js`, { scope: `${base}/` })
  registering.catch(() => {})
  const send = (message: PageMessage) =>
    void container.ready.then(({ active }) => active?.postMessage(message)).catch(() => {})
  // The pictures of the first page came before there was a worker.
  if (!container.controller)
    container.addEventListener('controllerchange', () => send({ type: 'pictures', urls: seenPictures() }), {
      once: true,
    })
  return {
    send,
    onMessage(listener) {
      container.addEventListener('message', ({ data }) => {
        if (typeof Object(data).type === 'string') listener(data)
      })
      container.startMessages()
    },
    async remove() {
      await (await registering).unregister()
    },
  }
}

const seenPictures = (): string[] =>
  performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'img')
    .map(({ name }) => name)
    .slice(0, 50)
