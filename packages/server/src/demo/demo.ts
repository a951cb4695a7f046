import { kindNamed, kinds } from '@marquee/model'
import { apiKeyFrom, base62 } from '../access/api-key.ts'
import { newObjectId } from '../base/object-id.ts'
import { createRecord, updateRecord } from '../content/write.ts'
import type { Platform } from '../platform.ts'
import { findAccount } from '../store/accounts.ts'
import { listOwned } from '../store/broadcasts.ts'
import type { Actor } from '../store/changes.ts'
import { makeFestival } from './festival/index.ts'

export interface Demo {
  userId: string
  broadcastId: string
  apiKey: string
  email: string
  password: string
  /** Whether this call made the demo. */
  isNew: boolean
}

/**
 * The demo festival, made where it is missing, with a sign-in and a key that work.
 * Both are worked out from the installation's secret key, so that they can be shown again without being stored.
 */
export async function ensureDemo(platform: Platform): Promise<Demo> {
  const found = await findAccount(platform.db, { email })
  const userId =
    found?.id ?? (await platform.signIn.createAccount({ email, name: 'Demo', password: passwordOf(platform) })).id
  const password = passwordOf(platform)
  if (found && !(await platform.signIn.verifyPassword(userId, password)))
    await platform.signIn.setPassword(userId, password)
  const [existing] = await listOwned(platform.db, userId)
  const broadcastId = existing ?? (await createFestival(platform, userId))
  return {
    userId,
    broadcastId,
    apiKey: await ensureKey(platform, broadcastId),
    email,
    password,
    isNew: existing === undefined,
  }
}

const email = 'demo@marquee.example'
const actor: Actor = { type: 'command' }

const passwordOf = ({ vault }: Platform) => base62(vault.derive('demo password')).slice(0, 20)

/** One transaction: after a crash the festival is there whole or not at all. */
async function createFestival(platform: Platform, userId: string): Promise<string> {
  const ids = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? newObjectId(platform.clock.now())
    ids.set(name, id)
    return id
  }
  const festival = makeFestival(idOf)
  return platform.db.transaction(async (tx) => {
    const { _id: broadcastId } = await platform.content.createBroadcast(
      tx,
      { id: userId, email },
      { name: festival.broadcast.name },
      actor,
    )
    await platform.content.writeIn(tx, { broadcastId, userId }, actor, async (writing) => {
      for (const { kind, id, body } of festival.records) await createRecord(writing, kindNamed(kind), body, { id })
      await updateRecord(writing, kinds.broadcast, { id: broadcastId }, festival.broadcast)
    })
    return broadcastId
  })
}

/** The demo's key; when one was revoked, the next. */
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
