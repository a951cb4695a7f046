import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Kind, kinds } from '@marquee/model'
import { fingerprint } from './fingerprint.ts'
import { assertProblem, type Expected } from './problem.ts'
import { type Api, type Reply, signedIn, startService, type TestService, type TestTenant } from './service.ts'

/** A service with one tenant and a few records, for tests of invalid requests. */
export interface Refusals {
  service: TestService
  tenant: TestTenant
  owner: Api
  /** The paths of the sessions, and of one of them. */
  sessions: string
  session: string
  mediaId: string
}

/** Filled in before the first test of the file runs. */
export function startRefusals(): Refusals {
  const refusals = {} as Refusals
  before(async () => {
    const service = await startService()
    const tenant = await service.newTenant()
    const sessions = `${tenant.path}/broadcastSessions`
    const { body } = await tenant.api('POST', sessions, { title: 'Stands', metadata: { kept: 1 } })
    const media = await tenant.api('POST', `${tenant.path}/medias`, { mediaUrl: 'https://festival.example/a.png' })
    const owner = await signedIn(service, tenant)
    const session = `${sessions}/${body._id}`
    Object.assign(refusals, { service, tenant, owner, sessions, session, mediaId: media.body._id })
  })
  after(() => refusals.service.stop())
  return refusals
}

/** A test whose requests are all refused: afterwards the database is unchanged, no internal error was logged, and the service still works. */
export function nothingWritten(refusals: Refusals, name: string, work: () => Promise<void>): void {
  test(name, async () => {
    const { service, tenant, session } = refusals
    const hash = await fingerprint(service.platform.db)
    const loggedBefore = service.logLines.length
    await work()
    assert.equal(await fingerprint(service.platform.db), hash, 'something was written')
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    const failures = service.logLines.slice(loggedBefore).filter((line) => JSON.parse(line).level >= 50)
    assert.deepEqual(failures, [])
    assert.equal((await tenant.api('GET', session)).body.title, 'Stands')
  })
}

export async function refusal(reply: Promise<Reply>, expected: Expected, about = ''): Promise<void> {
  assertProblem(await reply, expected, about)
}

/** Expects 400 with an error at this pointer. */
export function invalid(pointer: string, error?: string): Expected {
  return { status: 400, code: 'invalid', pointer, ...(error !== undefined && { error }) }
}

/** Creates a record of a kind, or updates the broadcast, as an authorized caller. */
export function write({ tenant, owner }: Refusals, kind: Kind, body: unknown, query = ''): Promise<Reply> {
  if (kind.name === kinds.broadcast.name) return tenant.api('PATCH', `${tenant.path}${query}`, body)
  return (kind.area === 'members' ? owner : tenant.api)('POST', `${tenant.path}/${kind.plural}${query}`, body)
}
