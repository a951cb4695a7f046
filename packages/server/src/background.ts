import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '@marquee/model'
import { duplicateJob } from './archive/duplications.ts'
import { createRoundRobin } from './base/round-robin.ts'
import { type Campaigns, createCampaigns } from './campaigns/campaigns.ts'
import { findCredential } from './content/credentials.ts'
import { localize } from './content/localize.ts'
import { createOperations } from './content/operations.ts'
import { showPlain } from './content/plain.ts'
import { announceNextDue } from './content/publishing.ts'
import { openSecret, secretContext } from './content/secrets.ts'
import { errorsOf } from './content/shape.ts'
import { createImports, type Imports, importJob } from './imports/imports.ts'
import { followJob, pollSources } from './imports/poll.ts'
import { createReplyReader, type ReplyReader } from './imports/reply-reader.ts'
import type { OpenHeaders } from './imports/source.ts'
import { every } from './jobs/every.ts'
import { runRetention } from './jobs/retention.ts'
import { startRounds } from './jobs/rounds.ts'
import { tidyAddresses } from './jobs/tidy-addresses.ts'
import { tidyControl } from './jobs/tidy-control.ts'
import { createWorker } from './jobs/worker.ts'
import type { Media } from './media/media.ts'
import { onboardingJob } from './onboarding/onboarding.ts'
import { createPersonErasure } from './people/erase-person.ts'
import { createPersonExport } from './people/export-person.ts'
import type { Platform } from './platform.ts'
import type { PushParts } from './push/parts.ts'
import { createReminders } from './reminders/reminders.ts'
import { drawShare } from './store/control/rate-windows.ts'
import { bulkMs } from './store/limits.ts'
import { campaignJobType } from './store/queues/campaign-jobs.ts'
import type { JobHandler } from './store/queues/jobs.ts'
import { findRecordWithSecrets } from './store/records/records.ts'
import { createDeliverer } from './webhooks/deliver.ts'
import { createRelay } from './webhooks/relay.ts'
import type { Mails } from './workflows/nodes/services.ts'
import { createWorkflows, type Workflows } from './workflows/workflows.ts'

/** The background work of a service. */
export interface Background {
  /** There is something to deliver in a broadcast. */
  onDeliveries(broadcastId: string): void
  /** Starts nothing new, and waits for work in progress. */
  stop(): Promise<void>
}

/** The features that have routes and background work. */
export interface Features {
  workflows: Workflows
  campaigns: Campaigns
  imports: Imports
  replies: ReplyReader
}

/** Nothing runs until the background work starts. */
export function openFeatures(platform: Platform, onError: (error: unknown) => void): Features {
  const replies = createReplyReader()
  return {
    workflows: openWorkflows(platform, replies, onError),
    campaigns: openCampaigns(platform, onError),
    imports: openImports(platform),
    replies,
  }
}

function openWorkflows(platform: Platform, replies: ReplyReader, onError: (error: unknown) => void): Workflows {
  const { db, writeQueue, clock, notifications, outbound, tracing, vault, content, config } = platform
  return createWorkflows({
    db,
    writeQueue,
    clock,
    notifications,
    outbound,
    tracing,
    content: createOperations(content, db),
    readReply: replies.read,
    mails: mailsOf(platform),
    findCredential: (broadcastId, entryId) => findCredential({ db, vault }, broadcastId, entryId),
    limits: config.runs,
    onError,
  })
}

/** The mails of workflows, limited per account and day. */
function mailsOf({ mailer, control, renderer, config }: Platform): Mails | undefined {
  return (
    mailer && {
      send: mailer.send,
      async draw(userId, recipients, nowMs) {
        const startMs = Math.floor(nowMs / dayMs) * dayMs
        return (await drawShare(control, `mails/${userId}`, startMs, recipients, config.quotas.mails)) === recipients
      },
      render: (broadcastId, markdown) => renderer.inBackground(broadcastId).html(markdown, 'markdown'),
    }
  )
}

export function openImports(platform: Platform): Imports {
  const { db, clock, outbound, content } = platform
  return createImports({
    db,
    clock,
    outbound,
    writeContent: createOperations(content, db).write,
    checkFields: errorsOf,
    openHeaders: headersOpener(platform),
  })
}

function openCampaigns(platform: Platform, onError: (error: unknown) => void): Campaigns {
  return createCampaigns({
    ...pushParts(platform, onError),
    content: createOperations(platform.content, platform.db),
  })
}

function pushParts(platform: Platform, onError: (error: unknown) => void): PushParts {
  const { db, writeQueue, clock, vault, outbound, content, config } = platform
  const client = kinds.broadcastClient
  return {
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
  }
}

export function startBackground(
  platform: Platform,
  { workflows, campaigns, imports, replies }: Features,
  onError: (error: unknown) => void,
): Background {
  const { db, control, tickets, clock, vault, outbound, tracing, config, content, renderer, notifications, media } =
    platform
  const { isAlone } = config
  const deliverer = createDeliverer({ db, clock, vault, outbound, tracing, onError }, { isAlone })
  const handlers = jobHandlers(platform, campaigns, imports)
  const worker = createWorker({ db, clock, tracing, handlers, onError }, { isAlone })
  const reminders = createReminders(pushParts(platform, onError))
  const reminding = reminders.start({ isAlone })
  const polls = createRoundRobin({ serve: (broadcastId) => pollSources({ db, clock }, broadcastId), onError })
  const publishing = createRoundRobin({
    serve: (broadcastId) => announceNextDue({ db, clock, content }, broadcastId),
    onError,
  })
  const relay = createRelay({
    db,
    clock,
    tracing,
    showPlain: (tx, broadcastId, view, records) => showPlain(tx, renderer.inBackground(broadcastId), view, records),
    onDeliveries: deliverer.wake,
    onError,
  })
  const rounds = startRounds({
    db,
    control,
    tickets,
    clock,
    queues: {
      ...workflows.start({ isAlone }),
      relay,
      deliveries: deliverer,
      jobs: worker,
      publishing,
      polls,
      following: reminders.following,
      reminders: reminding,
    },
    onError,
  })
  const unsubscribe = notifications.subscribe((notification) => {
    // Deliveries are not to wait for the next round.
    if (notification.type === 'changes') relay.wake(notification.broadcastId)
    if (notification.type === 'gap') rounds.hasten().catch(onError)
  })
  const retain = async () => {
    await runRetention({ db, clock, kept: config })
    await tidyControl({ db, control, clock }, config.auditKeptDays)
    await tidyAddresses({ db, control })
    await rounds.patrol()
  }
  const retention = every(hourMs, retain, onError)
  const stopping = new AbortController()
  const tidied = tidyMedia(media, isAlone, stopping.signal, onError)
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
      await rounds.stop()
      await Promise.all([
        publishing.stop(),
        retention.stop(),
        polls.stop(),
        tidied,
        sweeping.stop(),
        reminders.following.stop(),
      ])
      await Promise.all([workflows.stop(), worker.stop(), reminding.stop()])
      await replies.close()
      await relay.stop()
      await deliverer.stop()
    },
  }
}

/** The handler of each job type. */
function jobHandlers(platform: Platform, campaigns: Campaigns, imports: Imports): Record<string, JobHandler> {
  const { db, control, clock, vault, content, outbound, config, media } = platform
  const onboarding = async () => {
    const [{ createBrowse }, { createOnboardingHandler }] = await Promise.all([
      import('./onboarding/capture/browse.ts'),
      import('./onboarding/stages.ts'),
    ])
    const browse = createBrowse({ outbound, isHttpAllowed: config.isOutboundHttpAllowed })
    const writeContent = createOperations(content, db).writeAsService
    return createOnboardingHandler({ db, clock, browse, writeContent, keepMedia: media.keep })
  }
  const following = async () => {
    const [{ createFollowHandler }, { createFetchFile }] = await Promise.all([
      import('./imports/follow.ts'),
      import('./imports/fetch-file.ts'),
    ])
    const { write: writeContent } = createOperations(content, db)
    const openHeaders = headersOpener(platform)
    const fetchFile = createFetchFile({ outbound })
    return createFollowHandler({ db, clock, imports, fetchFile, writeContent, openHeaders })
  }
  return {
    [campaignJobType]: campaigns.handler,
    [duplicateJob]: lazyHandler(async () => {
      const { createDuplicateHandler } = await import('./archive/duplicate-job.ts')
      const { baseUrl, quotas } = config
      return createDuplicateHandler({
        db,
        control,
        clock,
        content,
        media,
        baseUrl,
        mediaQuotaBytes: quotas.mediaBytes,
      })
    }),
    [importJob]: importHandler(platform),
    [followJob]: lazyHandler(following),
    [onboardingJob]: lazyHandler(onboarding),
    'people.export': createPersonExport({ db: db.withLimit(bulkMs), clock, vault }),
    'people.erase': createPersonErasure({
      db: db.withLimit(bulkMs),
      control: control.withLimit(bulkMs),
      clock,
      vault,
      content,
    }),
  }
}

/** Opens the request headers of sources. */
function headersOpener({ db, vault }: Platform): OpenHeaders {
  const kind = kinds.importSource
  return async (broadcastId, { _id, headers }) => {
    if (headers.length === 0) return {}
    const stored = await findRecordWithSecrets(db, broadcastId, kind, _id)
    const context = secretContext(broadcastId, kind, _id)
    const opened = (id = '') => openSecret(stored?.secrets ?? {}, `headers.${id}.value`, vault, context)
    return Object.fromEntries(headers.map(({ id, name }) => [name, String(opened(id) ?? '')]))
  }
}

/** Applies and undoes imports. */
export function importHandler({ db, clock, content }: Platform): JobHandler {
  return lazyHandler(async () => {
    const { createImportHandler } = await import('./imports/apply.ts')
    return createImportHandler({ db, clock, writeContent: createOperations(content, db).write })
  })
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

/** At startup: abandoned uploads, URLs with a former base URL, and files of earlier versions that still have metadata. */
async function tidyMedia(
  media: Media,
  isAlone: boolean,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await media.sweep({ isAlone })
      await media.moveAddresses()
      return await media.backfillAll(signal)
    } catch (error) {
      onError(error)
      await sleep(tidyAgainMs, undefined, { signal }).catch(() => {})
    }
  }
}

const tidyAgainMs = 10_000

const hourMs = 3_600_000
const dayMs = 24 * hourMs
