import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchService } from '../../bench/service.ts'
import { newApiKey } from '../../packages/server/src/access/api-key.ts'
import { newMember, newTenant, type Tenant } from '../accounts.ts'

const entry = fileURLToPath(new URL('../../packages/server/bin/marquee.js', import.meta.url))

/** Everything that a caller who does not belong to the other broadcast can present. */
export async function newCredentials(
  { url, dataDir }: BenchService,
  mine: Tenant,
): Promise<Record<string, Record<string, string>>> {
  const [third, free] = [await newTenant(url, 'Third'), await newTenant(url, 'Free')]
  const freeKey = await free.key(['read', 'write', 'people'])
  const env = { ...process.env, MARQUEE_DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [entry, 'plan', 'set', '--user', free.founder.userId, '--plan', 'free'], {
    env,
  })

  const expired = await mine.key(['read', 'write'], { expires_at: new Date(Date.now() + 1_500).toISOString() })
  const expiresAt = Date.now() + 1_600
  const revoked = await mine.key(['read', 'write'])
  const { body: keys } = await mine.founder.call('GET', `${mine.path}/apiKeys`)
  const last4 = revoked.authorization.slice(-4)
  const { id } = keys.data.find((key: { preview: string }) => key.preview.endsWith(last4))
  await mine.founder.call('DELETE', `${mine.path}/apiKeys/${id}`)
  const visitor = await fetch(`${url}/v1/public/${mine.broadcastId}/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { token } = (await visitor.json()) as { token: string }
  const credentials = {
    none: {},
    malformed: { authorization: 'Bearer \t mrq_live_' },
    'an unknown key': { authorization: `Bearer ${newApiKey()}` },
    'a revoked key': revoked,
    'an expired key': expired,
    'a key that reads': await mine.key(['read']),
    'a key that writes': await mine.key(['write']),
    'a key for people': await mine.key(['people']),
    'a key with every scope': await mine.key(['read', 'write', 'people']),
    'a key of a third tenant': await third.key(['read', 'write', 'people']),
    'a key on the free plan': freeKey,
    'a viewer': (await newMember(url, mine, 'viewer')).headers,
    'an editor': (await newMember(url, mine, 'editor')).headers,
    'an owner': (await newMember(url, mine, 'owner')).headers,
    'the founder': mine.founder.headers,
    'the founder of a third broadcast': third.founder.headers,
    'a visitor': { authorization: `Bearer ${token}` },
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, expiresAt - Date.now())))
  return credentials
}
