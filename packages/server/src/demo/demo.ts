import { kindNamed, kinds } from '@marquee/model'
import { apiKeyFrom, base62 } from '../access/api-key.ts'
import { newObjectId } from '../base/object-id.ts'
import { findTakenElsewhere } from '../content/addresses.ts'
import { createRecord } from '../content/create-record.ts'
import { updateRecord } from '../content/update-record.ts'
import type { Platform } from '../platform.ts'
import type { Actor } from '../store/changes/changes.ts'
import { findAccount, isUntouched } from '../store/control/accounts.ts'
import { findDemo, listBroadcast, markDemo } from '../store/control/directory.ts'
import { bulkMs } from '../store/limits.ts'
import { waitForLock } from '../store/locks.ts'
import { isBroadcastId } from '../store/records/broadcasts.ts'

/** The demo festival and its owner. */
export interface Demo {
  userId: string
  broadcastId: string
  email: string
}

/** The demo with its credentials. */
export interface DemoWithKeys extends Demo {
  apiKey: string
  password: string
}

/** The demo at startup: created in an empty database, otherwise left unchanged, and not created again after it was deleted. */
export async function demoAtStart(platform: Platform): Promise<Demo | DemoWithKeys | undefined> {
  const existing = await findDemo(platform.control)
  if (existing && (await isBroadcastId(platform.db, existing.broadcastId))) return existing
  return existing || (await isUntouched(platform.control, email)) ? ensureDemo(platform) : undefined
}

/**
 * The demo festival, created if it is missing, with a working sign-in and API key.
 * Both are derived from the installation's secret key, so that they can be shown again without being stored.
 */
export function ensureDemo(platform: Platform): Promise<DemoWithKeys> {
  // Only one of several concurrent callers creates it.
  return platform.control.withLimit(bulkMs).transaction(async (tx) => {
    await waitForLock(tx, 'demo')
    return makeDemo(platform)
  })
}

async function makeDemo(platform: Platform): Promise<DemoWithKeys> {
  const password = passwordOf(platform)
  const existing = await findDemo(platform.control)
  const userId =
    existing?.userId ??
    (await findAccount(platform.control, { email }))?.id ??
    (await platform.signIn.createAccount({ email, name: 'Demo', password })).id
  if (!(await platform.signIn.verifyPassword(userId, password))) await platform.signIn.setPassword(userId, password)
  const demo = existing ?? { userId, email, broadcastId: newObjectId(platform.clock.now()) }
  if (!(await isBroadcastId(platform.db, demo.broadcastId))) await createFestival(platform, demo)
  return { ...demo, apiKey: await ensureKey(platform, demo.broadcastId), password }
}

const email = 'demo@marquee.example'
const actor: Actor = { type: 'command' }

const passwordOf = ({ vault }: Platform) => base62(vault.derive('demo password')).slice(0, 20)

/**
 * It is marked before it is created, which one transaction does: after a crash the festival exists completely, or is created with the
 * same id by the next start.
 */
async function createFestival(platform: Platform, { broadcastId, userId }: Demo): Promise<void> {
  const ids = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? newObjectId(platform.clock.now())
    ids.set(name, id)
    return id
  }
  const { makeFestival } = await import('./festival/index.ts')
  const festival = makeFestival(idOf, platform.config.baseUrl)
  await listBroadcast(platform.control, broadcastId, userId, new Date(platform.clock.now()))
  await markDemo(platform.control, broadcastId)
  await platform.db.transaction(async (tx) => {
    await platform.content.createBroadcast(
      tx,
      { id: userId, email },
      { name: festival.broadcast.name, _reference: 'marquee-demo' },
      actor,
      { id: broadcastId },
    )
    await platform.content.writeIn(tx, { broadcastId, userId }, actor, async (writing) => {
      for (const { kind, id, body } of festival.records) {
        // Another broadcast may have taken the slug since a first demo was deleted.
        const isFree = typeof body.slug !== 'string' || (await findTakenElsewhere(writing, [body.slug])).size === 0
        await createRecord(writing, kindNamed(kind), isFree ? body : { ...body, slug: null }, { id })
      }
      await updateRecord(writing, kinds.broadcast, { id: broadcastId }, festival.broadcast)
    })
  })
}

/** The demo's API key; after a revocation, the next one. */
async function ensureKey(platform: Platform, broadcastId: string): Promise<string> {
  const { vault, keys, control } = platform
  for (let turn = 1; ; turn++) {
    const text = apiKeyFrom(base62(vault.derive(`demo key ${turn} of ${broadcastId}`)).slice(0, 32))
    if (await keys.find(text)) return text
    const isUsedUp = (await keys.list(broadcastId)).some(({ name }) => name === keyName(turn))
    if (isUsedUp) continue
    await control.transaction((tx) =>
      keys.create(
        tx,
        broadcastId,
        { name: keyName(turn), scopes: ['read', 'write', 'people'], expiresAt: null, text },
        actor,
      ),
    )
    return text
  }
}

const keyName = (turn: number) => (turn === 1 ? 'Demo' : `Demo ${turn}`)
