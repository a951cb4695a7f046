import { randomBytes } from 'node:crypto'
import { newObjectId } from '../../src/base/object-id.ts'
import type { Platform } from '../../src/platform.ts'
import { sql } from '../../src/store/sql.ts'

const password = randomBytes(12).toString('hex')
let hash: Promise<string> | undefined

/** Makes an account. All accounts of a process have one password, because hashing one takes longer than most tests. */
export async function newAccount(platform: Platform): Promise<{ userId: string; email: string; password: string }> {
  const email = `${randomBytes(6).toString('hex')}@test.example`
  if (!hash) {
    const made = platform.signIn.createAccount({ email, name: 'Somebody', password })
    hash = made.then(({ id }) => hashOf(platform, id))
    return { userId: (await made).id, email, password }
  }
  const [userId, accountId] = [newObjectId(Date.now()), newObjectId(Date.now())]
  const known = await hash
  await platform.control.transaction(async (tx) => {
    await tx.query(sql`insert into users (id, name, email) values (${userId}, 'Somebody', ${email})`)
    await tx.query(sql`
      insert into accounts (id, user_id, account_id, provider_id, password)
      values (${accountId}, ${userId}, ${userId}, 'credential', ${known})`)
  })
  return { userId, email, password }
}

async function hashOf({ control }: Platform, userId: string): Promise<string> {
  const [account] = await control.query<{ password: string }>(
    sql`select password from accounts where user_id = ${userId}`,
  )
  if (!account) throw new Error('the account of a test has no password')
  return account.password
}
