import { showPlain } from './content/plain.ts'
import { announceNextDue } from './content/publishing.ts'
import { every } from './jobs/every.ts'
import { runRetention } from './jobs/retention.ts'
import type { Platform } from './platform.ts'
import { createDeliverer } from './webhooks/deliver.ts'
import { createRelay } from './webhooks/relay.ts'

/** What a service does beside answering requests. */
export interface Background {
  /** There are deliveries to send. */
  onDeliveries(): void
  /** Begins nothing new and waits for what is under way. */
  stop(): Promise<void>
}

export function startBackground(platform: Platform, onError: (error: unknown) => void): Background {
  const { db, clock, vault, outbound, config, content, signals } = platform
  const deliverer = createDeliverer(
    { db, clock, vault, outbound, onError },
    { isAlone: config.databaseUrl === undefined },
  )
  const relay = createRelay({ db, clock, showPlain, onDeliveries: deliverer.wake, onError })
  const unsubscribe = signals.subscribe((signal) => {
    if (signal.type === 'changes') relay.wake(signal.broadcastId)
  })
  const publishing = every(publishEveryMs, () => announceAll(() => announceNextDue({ db, clock, content })), onError)
  const retention = every(hourMs, () => runRetention({ db, clock, kept: config }), onError)
  return {
    onDeliveries: deliverer.wake,
    async stop() {
      unsubscribe()
      await Promise.all([publishing.stop(), retention.stop()])
      await relay.stop()
      await deliverer.stop()
    },
  }
}

async function announceAll(announceNext: () => Promise<boolean>): Promise<void> {
  while (await announceNext());
}

const publishEveryMs = 500
const hourMs = 3_600_000
