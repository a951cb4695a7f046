import { kinds } from '@marquee/model'
import { type Campaigns, createCampaigns } from './campaigns/campaigns.ts'
import { findCredential } from './content/credentials.ts'
import { localise } from './content/localise.ts'
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

/** What a service does beside answering requests. */
export interface Background {
  /** There are deliveries to send. */
  onDeliveries(): void
  /** Begins nothing new and waits for what is under way. */
  stop(): Promise<void>
}

/** Workflows with all they need of the platform. Nothing runs until the background starts. */
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

/** Campaigns with all they need of the platform. Nothing is sent until the background starts. */
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
    localise,
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
    await media.mendAll(stopping.signal)
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

/** How each type of long work is done. */
function jobHandlers(platform: Platform, campaigns: Campaigns): Record<string, JobHandler> {
  const { db, clock, vault, content, outbound, config, media } = platform
  const onboarding = async () => {
    const [{ createBrowse }, { createOnboardingHandler }] = await Promise.all([
      import('./onboarding/browse.ts'),
      import('./onboarding/stages.ts'),
    ])
    const browse = createBrowse({ outbound, isHttpAllowed: config.isOutboundHttpAllowed })
    const writeContent = createOperations(content, db).writeAsService
    return createOnboardingHandler({ db, clock, browse, writeContent, keepMedia: media.keep })
  }
  return {
    [campaignJobType]: campaigns.handler,
    [onboardingJob]: loadedLater(onboarding),
    'people.export': createPersonExport({ db: db.withLimit(bulkMs), clock, vault }),
    'people.erase': createPersonErasure({ db: db.withLimit(bulkMs), clock, vault, content }),
  }
}

/** Work whose code is loaded when there is some. */
function loadedLater(load: () => Promise<JobHandler>): JobHandler {
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

/** What a start finds: files of those who were cut off, addresses from before the service moved, files that an earlier version kept whole. */
async function tidyMedia(media: Media, isAlone: boolean, signal: AbortSignal): Promise<void> {
  await media.sweep({ isAlone })
  await media.moveAddresses()
  await media.mendAll(signal)
}

const publishEveryMs = 500
const triggerEveryMs = 500
const hourMs = 3_600_000
