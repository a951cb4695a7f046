import { kindNamed, kinds } from '@marquee/model'
import { apiKeyFrom, base62 } from '../access/api-key.ts'
import { newObjectId } from '../base/object-id.ts'
import { createRecord } from '../content/create-record.ts'
import { updateRecord } from '../content/update-record.ts'
import type { Platform } from '../platform.ts'
import { findAccount, isUntouched } from '../store/access/accounts.ts'
import type { Actor } from '../store/changes/changes.ts'
import { bulkMs } from '../store/limits.ts'
import { waitForLock } from '../store/locks.ts'
import { findDemo, findTakenSlugs, markDemo } from '../store/records/broadcasts.ts'

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
  const existing = await findDemo(platform.db)
  if (existing) return existing
  return (await isUntouched(platform.db, email)) ? ensureDemo(platform) : undefined
}

/**
 * The demo festival, created if it is missing, with a working sign-in and API key.
 * Both are derived from the installation's secret key, so that they can be shown again without being stored.
 */
export function ensureDemo(platform: Platform): Promise<DemoWithKeys> {
  // Only one of several concurrent callers creates it.
  return platform.db.withLimit(bulkMs).transaction(async (tx) => {
    await waitForLock(tx, 'demo')
    return makeDemo(platform)
  })
}

async function makeDemo(platform: Platform): Promise<DemoWithKeys> {
  const password = passwordOf(platform)
  const existing = await findDemo(platform.db)
  const userId =
    existing?.userId ??
    (await findAccount(platform.db, { email }))?.id ??
    (await platform.signIn.createAccount({ email, name: 'Demo', password })).id
  if (!(await platform.signIn.verifyPassword(userId, password))) await platform.signIn.setPassword(userId, password)
  const demo = existing ?? { userId, email, broadcastId: await createFestival(platform, userId) }
  return { ...demo, apiKey: await ensureKey(platform, demo.broadcastId), password }
}

const email = 'demo@marquee.example'
const actor: Actor = { type: 'command' }

const passwordOf = ({ vault }: Platform) => base62(vault.derive('demo password')).slice(0, 20)

/** One transaction: after a crash the festival exists completely or not at all. */
async function createFestival(platform: Platform, userId: string): Promise<string> {
  const ids = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? newObjectId(platform.clock.now())
    ids.set(name, id)
    return id
  }
  const { makeFestival } = await import('./festival/index.ts')
  const festival = makeFestival(idOf, platform.config.baseUrl)
  return platform.db.transaction(async (tx) => {
    const { _id: broadcastId } = await platform.content.createBroadcast(
      tx,
      { id: userId, email },
      { name: festival.broadcast.name, _reference: 'marquee-demo' },
      actor,
    )
    await markDemo(tx, broadcastId)
    await platform.content.writeIn(tx, { broadcastId, userId }, actor, async (writing) => {
      for (const { kind, id, body } of festival.records) {
        // Another broadcast may have taken the slug since a first demo was deleted.
        const isFree = typeof body.slug !== 'string' || (await findTakenSlugs(tx, [body.slug])).size === 0
        await createRecord(writing, kindNamed(kind), isFree ? body : { ...body, slug: null }, { id })
      }
      await updateRecord(writing, kinds.broadcast, { id: broadcastId }, festival.broadcast)
    })
    return broadcastId
  })
}

/** The demo's API key; after a revocation, the next one. */
async function ensureKey(platform: Platform, broadcastId: string): Promise<string> {
  const { vault, keys, db } = platform
  for (let turn = 1; ; turn++) {
    const text = apiKeyFrom(base62(vault.derive(`demo key ${turn} of ${broadcastId}`)).slice(0, 32))
    if (await keys.find(text)) return text
    const isUsedUp = (await keys.list(broadcastId)).some(({ name }) => name === keyName(turn))
    if (isUsedUp) continue
    await db.transaction((tx) =>
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
