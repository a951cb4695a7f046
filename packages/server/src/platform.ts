import { resolve } from 'node:path'
import { kinds } from '@marquee/model'
import type { Logger } from 'pino'
import { createKeys, type Keys } from './access/keys.ts'
import { createMembers, type Members } from './access/members.ts'
import { createSignIn, type SignIn } from './access/sign-in.ts'
import { type Clock, isoNow } from './base/clock.ts'
import { StartupError } from './base/errors.ts'
import { createGate } from './base/gate.ts'
import { createOutbound, type Outbound } from './base/outbound/index.ts'
import { noTracing, type Tracing } from './base/tracing.ts'
import { createVault, type Vault } from './base/vault.ts'
import type { Config } from './config.ts'
import { type Content, createContent } from './content/content.ts'
import { createOperations } from './content/operations.ts'
import { createRenderer, type Renderer } from './content/rendering.ts'
import { createRichText } from './content/rich-text-cache.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import type { Mailer } from './mail/mail.ts'
import { createMedia, type Media } from './media/media.ts'
import { openStorage } from './media/storage.ts'
import { createSites, type Sites } from './public/site.ts'
import { keptSecretKey } from './secret-key.ts'
import { appendAccountAudit } from './store/control/account-audit.ts'
import { findFirstAccount } from './store/control/accounts.ts'
import type { Db } from './store/db.ts'
import { isForbidden } from './store/failures.ts'
import { type BroadcastFacts, createBroadcastFacts } from './store/memory/broadcast-facts.ts'
import { createFacts } from './store/memory/facts.ts'
import { createMemory, type Memory } from './store/memory/memory.ts'
import { type Notifications, openNotifications } from './store/notifications.ts'
import { createTimeline } from './store/records/timeline.ts'
import type { Replica } from './store/replica.ts'
import type { Tickets } from './store/tickets.ts'
import { createWriteQueue, type WriteQueue } from './store/write-queue.ts'
import { checkWorkflow } from './workflows/definition.ts'

/** Everything below HTTP and background work, shared by the service and the command line. */
export interface Platform {
  config: Config
  clock: Clock
  vault: Vault
  /** The content of broadcasts, and the accounts: two planes, which may be one database. */
  db: Db
  control: Db<'control'>
  /** Where work is. */
  tickets: Tickets
  replica: Replica | undefined
  writeQueue: WriteQueue
  notifications: Notifications
  content: Content
  renderer: Renderer
  memory: Memory
  facts: BroadcastFacts
  media: Media
  keys: Keys
  members: Members
  sites: Sites
  signIn: SignIn
  mailer: Mailer | undefined
  outbound: Outbound
  tracing: Tracing
  close(): Promise<void>
}

export async function openPlatform(
  config: Config,
  options: { role: 'service' | 'command'; clock: Clock; log: Logger; database?: Promise<OpenDatabase> },
): Promise<Platform> {
  const { clock, log } = options
  const database = await (options.database ?? openDatabase(config, options.role, log))
  const { db, control, tickets, replica } = database
  const closers: (() => Promise<void>)[] = [() => database.close()]
  // An error must not keep the others from closing: the last is the embedded database.
  const closeAll = async () => {
    for (const close of closers.reverse())
      await close().catch((error: unknown) => log.error({ err: error }, 'a part of the service could not be closed'))
  }
  try {
    const tracing = options.role === 'service' ? await openTraces(config, [db, control], log) : noTracing
    closers.push(() => tracing.close())
    await database.migrate().catch((error: unknown) => {
      throw isForbidden(error)
        ? new StartupError(
            'The database needs migrations, and the role of DATABASE_URL may not create tables or extensions; run `marquee migrate` as the role that owns them, or grant it CREATE on the schema and on the database.',
          )
        : error
    })
    const vault = createVault(
      config.secretKeys ??
        (await keptSecretKey(resolve(config.dataDir), async () => (await findFirstAccount(control)) === undefined)),
    )
    database.reserveSpace()
    const writeQueue = createWriteQueue(db)
    const notifications = openNotifications(control)
    closers.push(() => notifications.close())
    const outbound = createOutbound(
      { allow: config.outboundAllow, isHttpAllowed: config.isOutboundHttpAllowed },
      { tracing },
    )
    closers.push(() => outbound.close())
    const mailer = await openMailer(config)
    if (mailer) closers.push(() => mailer.close())
    const signIn = createSignIn({
      connection: database.controlConnection,
      isPooled: config.listenUrl !== undefined && config.controlUrl === undefined,
      clock,
      notifications,
      vault,
      secret: vault.derive('sessions').toString('base64'),
      baseUrl: config.baseUrl,
      trustedOrigins: [config.baseUrl],
      isSignUpOpen: config.isSignUpOpen,
      defaultPlan: config.defaultPlan,
      sendMail:
        mailer &&
        ((mail) => mailer.send(mail).catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))),
      secureCookies: config.baseUrl.startsWith('https:'),
      onSignedIn(userId) {
        const entry = { action: 'signed_in', userId, actor: { type: 'user' as const, id: userId }, at: isoNow(clock) }
        appendAccountAudit(control, entry).catch((error: unknown) =>
          log.error({ err: error }, 'a sign-in could not be recorded in the audit log'),
        )
      },
      onError: (error) => log.error({ err: error }, 'background work of sign-in failed'),
    })
    closers.push(() => signIn.close())
    const richText = createRichText()
    closers.push(() => richText.close())
    const renderer = createRenderer(richText)
    const isRemembering = config.cacheBytes > 0
    const remembered = createFacts(notifications, { isOn: isRemembering })
    const facts = createBroadcastFacts(db, remembered)
    const memory = createMemory({
      db,
      clock,
      notifications,
      maxBytes: options.role === 'service' ? config.cacheBytes : 0,
      onError: (error) => log.error({ err: error }, 'records could not be loaded into memory'),
    })
    const content = createContent({
      db,
      control,
      writeQueue,
      clock,
      vault,
      notifications,
      quotas: config.quotas,
      timeline: createTimeline({ db, keptDays: config.analyticsKeptDays }),
      renderer,
      memory,
      findNextDue: facts.nextDue,
      checkWorkflow: (workflow) => checkWorkflow(workflow, { hasMail: mailer !== undefined }),
      isHttpAllowed: config.isOutboundHttpAllowed,
      refusalOf: outbound.refusalOf,
      serviceHost: new URL(config.baseUrl).hostname,
      trashDays: config.trashDays,
    })
    return {
      config,
      clock,
      vault,
      db,
      control,
      tickets,
      replica,
      writeQueue,
      notifications,
      content,
      renderer,
      memory,
      facts,
      media: openMedia({ config, db, writeQueue, clock, content, log, isSpaceLow: database.isSpaceLow }),
      keys: createKeys({ control, clock, vault, notifications, quota: config.quotas.keys }),
      members: createMembers({ db, clock, notifications }),
      sites: createSites({ control, clock, vault, facts: remembered }),
      signIn,
      mailer,
      outbound,
      tracing,
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The libraries are loaded only when traces are configured. */
async function openTraces({ traces }: Config, planes: Pick<Db, 'traceWith'>[], log: Logger): Promise<Tracing> {
  if (traces === undefined) return noTracing
  const { openTracing } = await import('./tracing.ts')
  let quietUntilMs = 0
  const tracing = openTracing(traces, (error) => {
    const nowMs = performance.now()
    if (nowMs < quietUntilMs) return
    quietUntilMs = nowMs + 60_000
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'traces could not be sent')
  })
  for (const plane of planes) plane.traceWith(tracing.statement)
  return tracing
}

/** Loaded only when mail is configured. */
async function openMailer({ smtpUrl, mailFrom }: Config): Promise<Mailer | undefined> {
  if (smtpUrl === undefined) return undefined
  const { createMailer } = await import('./mail/mail.ts')
  return createMailer({ smtpUrl, from: mailFrom })
}

/** Uploaded files, in the data folder or in a bucket. */
function openMedia(
  parts: Pick<Platform, 'config' | 'db' | 'writeQueue' | 'clock' | 'content'> & { log: Logger; isSpaceLow(): boolean },
): Media {
  const { config, db, writeQueue, clock, log } = parts
  const operations = createOperations(parts.content, db)
  return createMedia({
    db,
    clock,
    ...openStorage({
      bucket: config.mediaBucket,
      folder: resolve(config.dataDir, 'media'),
      onError: (error) => log.error({ err: error }, 'the media bucket failed'),
      isSpaceLow: parts.isSpaceLow,
    }),
    records: {
      create: (tx, owner, actor, wanted) =>
        operations.write(tx, owner, actor, (writes) => writes.create(kinds.media, wanted)),
      update: (tx, owner, actor, id, body, service) =>
        operations.write(tx, owner, actor, (writes) => writes.update(kinds.media, id, body, service)),
      write: writeQueue.write,
    },
    gate: createGate({
      limit: picturesAtOnce,
      maxWaiting: 200,
      maxWaitMs: 30_000,
      refusal: 'Too many images are being processed at the moment.',
    }),
    baseUrl: config.baseUrl,
    quotaBytes: config.quotas.mediaBytes,
    keptDays: config.mediaKeptDays,
    onError: (error) => log.error({ err: error }, 'background work on media files failed'),
  })
}

/** Half of Node's thread pool, so that file access and DNS lookups are not blocked. */
const picturesAtOnce = 2
