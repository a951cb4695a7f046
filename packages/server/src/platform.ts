import { join, resolve } from 'node:path'
import { kinds } from '@marquee/model'
import type { Logger } from 'pino'
import { createKeys, type Keys } from './access/keys.ts'
import { createMembers, type Members } from './access/members.ts'
import { createSignIn, type SignIn } from './access/sign-in.ts'
import { type Clock, isoNow } from './base/clock.ts'
import { StartupError } from './base/errors.ts'
import { createGate } from './base/gate.ts'
import { createOutbound, type Outbound } from './base/outbound/index.ts'
import { createVault, type Vault } from './base/vault.ts'
import type { Config } from './config.ts'
import { type Content, createContent } from './content/content.ts'
import { createOperations } from './content/operations.ts'
import { createRenderer, type Renderer } from './content/rendering.ts'
import { createRichText } from './content/rich-text-cache.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import type { Mailer } from './mail/mail.ts'
import { createBucketFiles } from './media/bucket-files.ts'
import { createFolderFiles } from './media/folder-files.ts'
import { createIncoming } from './media/incoming.ts'
import { createMedia, type Media } from './media/media.ts'
import { createSites, type Sites } from './public/site.ts'
import { keptSecretKey } from './secret-key.ts'
import { findFirstAccount } from './store/access/accounts.ts'
import { appendAudit } from './store/access/audit.ts'
import type { Db } from './store/db.ts'
import { isForbidden } from './store/failures.ts'
import { type BroadcastFacts, createBroadcastFacts } from './store/memory/broadcast-facts.ts'
import { createFacts } from './store/memory/facts.ts'
import { createMemory, type Memory } from './store/memory/memory.ts'
import { migrate } from './store/migrate.ts'
import { type Notifications, openNotifications } from './store/notifications.ts'
import { createTimeline } from './store/records/timeline.ts'
import { createWriteQueue, type WriteQueue } from './store/write-queue.ts'
import { checkWorkflow } from './workflows/definition.ts'

/** Everything below HTTP and background work, shared by the service and the command line. */
export interface Platform {
  config: Config
  clock: Clock
  vault: Vault
  db: Db
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
  close(): Promise<void>
}

export async function openPlatform(
  config: Config,
  options: { role: 'service' | 'command'; clock: Clock; log: Logger; database?: Promise<OpenDatabase> },
): Promise<Platform> {
  const { clock, log } = options
  const database = await (options.database ?? openDatabase(config, options.role, log))
  const { db, connection } = database
  const closers: (() => Promise<void>)[] = [() => database.close()]
  // An error must not keep the others from closing: the last is the embedded database.
  const closeAll = async () => {
    for (const close of closers.reverse())
      await close().catch((error: unknown) => log.error({ err: error }, 'a part of the service could not be closed'))
  }
  try {
    await migrate(db).catch((error: unknown) => {
      throw isForbidden(error)
        ? new StartupError(
            'The database needs migrations, and the role of DATABASE_URL may not create tables or extensions; run `marquee migrate` as the role that owns them, or grant it CREATE on the schema and on the database.',
          )
        : error
    })
    const vault = createVault(
      config.secretKeys ??
        (await keptSecretKey(resolve(config.dataDir), async () => (await findFirstAccount(db)) === undefined)),
    )
    database.reserveSpace()
    const writeQueue = createWriteQueue(db)
    const notifications = openNotifications(db)
    closers.push(() => notifications.close())
    const outbound = createOutbound({ allow: config.outboundAllow, isHttpAllowed: config.isOutboundHttpAllowed })
    closers.push(() => outbound.close())
    const mailer = await openMailer(config)
    if (mailer) closers.push(() => mailer.close())
    const signIn = createSignIn({
      connection,
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
        appendAudit(db, entry).catch((error: unknown) =>
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
      writeQueue,
      clock,
      vault,
      notifications,
      quotas: config.quotas,
      timeline: createTimeline({ keptDays: config.analyticsKeptDays }),
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
      writeQueue,
      notifications,
      content,
      renderer,
      memory,
      facts,
      media: openMedia({ config, db, writeQueue, clock, content, log, isSpaceLow: database.isSpaceLow }),
      keys: createKeys({ db, clock, vault, notifications, quota: config.quotas.keys }),
      members: createMembers({ db, clock, notifications }),
      sites: createSites({ clock, vault, facts: remembered }),
      signIn,
      mailer,
      outbound,
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
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
  const folder = resolve(config.dataDir, 'media')
  const operations = createOperations(parts.content, db)
  return createMedia({
    db,
    clock,
    files: config.mediaBucket
      ? createBucketFiles(config.mediaBucket, (error) => log.error({ err: error }, 'the media bucket failed'))
      : createFolderFiles(join(folder, 'files')),
    // On the same disk as the storage, so that storing a file is a rename.
    incoming: config.mediaBucket
      ? createIncoming(undefined)
      : createIncoming(join(folder, 'incoming'), parts.isSpaceLow),
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
