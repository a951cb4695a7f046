import type { Local } from './local.ts'

export interface Analytics {
  record(type: string, metadata?: Record<string, string>): void
}

interface Event {
  type: string
  metadata?: Record<string, string>
  occurredAt: string
}

/** For visitors who want none, and for previews. */
export const noAnalytics: Analytics = { record() {} }

/** Sends what happens on the site in batches, without anything by which a visitor could be recognized. */
export function startAnalytics(api: string, local: Local): Analytics {
  let queue = eventsFrom(local.read(names.events))
  let isSending = false
  const send = async () => {
    if (isSending || queue.length === 0 || !navigator.onLine) return
    isSending = true
    const batch = queue.slice(0, maxBatch)
    if (await isDone(api, batch)) {
      queue = queue.filter((event) => !batch.includes(event))
      local.write(names.events, [])
    }
    isSending = false
  }
  const record = (type: string, metadata?: Record<string, string>) => {
    const event = { type, ...(metadata && { metadata }), occurredAt: new Date().toISOString() }
    queue = [...queue, event].slice(-maxKept)
  }
  const today = new Date().toISOString().slice(0, 10)
  if (local.read(names.visit) !== today) {
    local.write(names.visit, today)
    record('visit')
  }
  setInterval(send, everyMs)
  addEventListener('online', () => void send())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    // The page may not live to see the answer.
    if (!navigator.onLine) local.write(names.events, queue)
    void send()
  })
  return { record }
}

/** Whether a batch is off the queue: stored, or refused for good. Without network it is tried again. */
async function isDone(api: string, events: Event[]): Promise<boolean> {
  try {
    const answer = await fetch(`${api}/events`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    })
    return answer.status < 500 && answer.status !== 429
  } catch {
    return false
  }
}

const eventsFrom = (value: unknown): Event[] =>
  Array.isArray(value) ? value.filter((one) => typeof Object(one).type === 'string').slice(-maxKept) : []

const names = { events: 'events', visit: 'visit' }
const everyMs = 30_000
const maxBatch = 100
const maxKept = 200
