import { kinds } from '@marquee/model'
import { type Campaigns, createCampaigns } from './campaigns/campaigns.ts'
import { findCredential } from './content/credentials.ts'
import { localize } from './content/localize.ts'
import { createOperations } from './content/operations.ts'
import { showPlain } from './content/plain.ts'
import { announceNextDue } from './content/publishing.ts'
import { openSecret, secretContext } from './content/secrets.ts'
import { every } from './jobs/every.ts'
import { runRetention } from './jobs/retention.ts'
import { createWorker } from './jobs/worker.ts'
import type { Media } from './media/media.ts'
import { onboardingJob } from './onboarding/onboarding.ts'
import { createPersonErasure } from './people/erase-person.ts'
import { createPersonExport } from './people/export-person.ts'
import type { Platform } from './platform.ts'
import { bulkMs } from './store/limits.ts'
import { campaignJobType } from './store/queues/campaign-jobs.ts'
import type { JobHandler } from './store/queues/jobs.ts'
import { createDeliverer } from './webhooks/deliver.ts'
import { createRelay } from './webhooks/relay.ts'
import { createWorkflows, type Workflows } from './workflows/workflows.ts'

/** The background work of a service. */
export interface Background {
  /** Wakes the deliverer. */
  onDeliveries(): void
  /** Starts nothing new, and waits for work in progress. */
  stop(): Promise<void>
}

/** Creates the workflows feature. Nothing runs until the background work starts. */
export function openWorkflows(platform: Platform, onError: (error: unknown) => void): Workflows {
  const { db, writeQueue, clock, notifications, outbound, vault, content, config } = platform
  return createWorkflows({
    db,
    writeQueue,
    clock,
    notifications,
    outbound,
    content: createOperations(content, db),
    findCredential: (broadcastId, entryId) => findCredential({ db, vault }, broadcastId, entryId),
    limits: config.runs,
    onError,
  })
}

/** Creates the campaigns feature. Nothing is sent until the background work starts. */
export function openCampaigns(platform: Platform, onError: (error: unknown) => void): Campaigns {
  const { db, writeQueue, clock, vault, outbound, content, config } = platform
  const client = kinds.broadcastClient
  return createCampaigns({
    db,
    writeQueue,
    clock,
    vault,
    outbound,
    contact: config.pushContact,
    content: createOperations(content, db),
    localize,
    openSubscription: (broadcastId, clientId, sealed) =>
      openSecret({ pushSubscription: sealed }, 'pushSubscription', vault, secretContext(broadcastId, client, clientId)),
    onError,
  })
}

export function startBackground(
  platform: Platform,
  workflows: Workflows,
  campaigns: Campaigns,
  onError: (error: unknown) => void,
): Background {
  const { db, clock, vault, outbound, config, content, renderer, notifications, media } = platform
  const isAlone = config.databaseUrl === undefined
  const deliverer = createDeliverer({ db, clock, vault, outbound, onError }, { isAlone })
  const worker = createWorker({ db, clock, handlers: jobHandlers(platform, campaigns), onError }, { isAlone })
  workflows.start({ isAlone })
  const triggers = every(triggerEveryMs, workflows.fireTriggers, onError)
  const relay = createRelay({
    db,
    clock,
    showPlain: (tx, broadcastId, view, records) => showPlain(tx, renderer.inBackground(broadcastId), view, records),
    onDeliveries: deliverer.wake,
    onError,
  })
  const unsubscribe = notifications.subscribe((notification) => {
    if (notification.type === 'changes') relay.wake(notification.broadcastId)
  })
  const publishing = every(publishEveryMs, () => announceAll(() => announceNextDue({ db, clock, content })), onError)
  const retention = every(hourMs, () => runRetention({ db, clock, kept: config }), onError)
  const stopping = new AbortController()
  const tidied = tidyMedia(media, isAlone, stopping.signal).catch(onError)
  const sweepMedia = async () => {
    await media.sweep()
    await media.backfillAll(stopping.signal)
  }
  const sweeping = every(hourMs, sweepMedia, onError)
  return {
    onDeliveries: deliverer.wake,
    async stop() {
      unsubscribe()
      stopping.abort()
      await Promise.all([publishing.stop(), retention.stop(), triggers.stop(), tidied, sweeping.stop()])
      await Promise.all([workflows.stop(), worker.stop()])
      await relay.stop()
      await deliverer.stop()
    },
  }
}

/** The handler of each job type. */
function jobHandlers(platform: Platform, campaigns: Campaigns): Record<string, JobHandler> {
  const { db, clock, vault, content, outbound, config, media } = platform
  const onboarding = async () => {
    const [{ createBrowse }, { createOnboardingHandler }] = await Promise.all([
      import('./onboarding/capture/browse.ts'),
      import('./onboarding/stages.ts'),
    ])
    const browse = createBrowse({ outbound, isHttpAllowed: config.isOutboundHttpAllowed })
    const writeContent = createOperations(content, db).writeAsService
    return createOnboardingHandler({ db, clock, browse, writeContent, keepMedia: media.keep })
  }
  return {
    [campaignJobType]: campaigns.handler,
    [onboardingJob]: lazyHandler(onboarding),
    'people.export': createPersonExport({ db: db.withLimit(bulkMs), clock, vault }),
    'people.erase': createPersonErasure({ db: db.withLimit(bulkMs), clock, vault, content }),
  }
}

/** A handler whose code is loaded with its first job. */
function lazyHandler(load: () => Promise<JobHandler>): JobHandler {
  let loaded: Promise<JobHandler> | undefined
  const handler = () => {
    loaded ??= load()
    return loaded
  }
  return {
    run: async (job) => (await handler()).run(job),
    onFailed: async (tx, job, reason) => (await handler()).onFailed?.(tx, job, reason),
  }
}

async function announceAll(announceNext: () => Promise<boolean>): Promise<void> {
  while (await announceNext());
}

/** At startup: abandoned uploads, URLs with a former base URL, and files of earlier versions that still have metadata. */
async function tidyMedia(media: Media, isAlone: boolean, signal: AbortSignal): Promise<void> {
  await media.sweep({ isAlone })
  await media.moveAddresses()
  await media.backfillAll(signal)
}

const publishEveryMs = 500
const triggerEveryMs = 500
const hourMs = 3_600_000
