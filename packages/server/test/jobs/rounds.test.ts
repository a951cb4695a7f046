import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import pino from 'pino'
import { newObjectId } from '../../src/base/object-id.ts'
import { readConfig } from '../../src/config.ts'
import { type Queues, type Rounds, startRounds } from '../../src/jobs/rounds.ts'
import { openPlatform, type Platform } from '../../src/platform.ts'
import { createTickets, raiseTicket, settleTicket, type Ticket, takeTickets } from '../../src/store/control/tickets.ts'
import { openDb, openPlane } from '../../src/store/db.ts'
import { addJob, cancelJob } from '../../src/store/queues/jobs.ts'
import { sql } from '../../src/store/sql.ts'
import { newAccount } from '../support/accounts.ts'
import { newDatabase } from '../support/database.ts'
import { TestClock } from '../support/test-clock.ts'
import { elapse, until } from '../support/until.ts'

let platform: Platform
let url: string
let drop: () => Promise<void>
let broadcastId: string
const clock = new TestClock()
const running: Rounds[] = []

before(async () => {
  const database = await newDatabase()
  url = database.url
  drop = database.drop
  const config = readConfig({ DATABASE_URL: url, MARQUEE_SECRET_KEY: randomBytes(32).toString('base64') })
  platform = await openPlatform(config, { role: 'command', clock, log: pino({ level: 'silent' }) })
  const { userId, email } = await newAccount(platform)
  const { _id } = await platform.db.transaction((tx) =>
    platform.content.createBroadcast(tx, { id: userId, email }, { name: 'Test' }, { type: 'command' }),
  )
  broadcastId = _id
})
afterEach(async () => {
  for (const rounds of running.splice(0)) await rounds.stop()
  await platform.control.query(sql`delete from tickets`)
})
after(async () => {
  await platform?.close()
  await drop?.()
})

/** Rounds of a node of its own, and the queues that they have woken. */
function startNode(tickets = createTickets(platform.control)) {
  const woken: string[] = []
  const queue = (name: string) => ({ wake: (id: string) => woken.push(`${name} of ${id}`) })
  const names = 'relay changes following deliveries runs jobs triggers publishing polls reminders'.split(' ')
  const queues = Object.fromEntries(names.map((name) => [name, queue(name)])) as unknown as Queues
  const { db, control } = platform
  running.push(startRounds({ db, control, tickets, clock, queues, onError: assert.ifError }))
  return woken
}

/** Adds a job and leaves it to be found by its ticket: this process makes no rounds of its own. */
const leaveJob = (key: string, dueAt = new Date(clock.now())) =>
  platform.db.transaction((tx) =>
    addJob(tx, { broadcastId, id: newObjectId(clock.now()), type: 'test', payload: {}, key, at: dueAt, dueAt }),
  )
const endJob = (key: string) => platform.db.transaction((tx) => cancelJob(tx, broadcastId, key, new Date(clock.now())))
const ticketOf = async () => {
  const [ticket] = await platform.control.query<{ due_at: Date }>(
    sql`select due_at from tickets where broadcast_id = ${broadcastId}`,
  )
  return ticket
}
/** As if the last raise was long ago. */
const age = () => platform.control.query(sql`update tickets set raised_at = now() - interval '1 hour'`)
const take = async (): Promise<Ticket> => {
  const [ticket = assert.fail('no ticket is due')] = await takeTickets(
    platform.control,
    new Date(0),
    new Date(1_000),
    10,
  )
  return ticket
}

test('a node finds work that a dead process left, and looks again when the next is due', async () => {
  await leaveJob('now')
  const nextAt = new Date(clock.now() + 60_000)
  await leaveJob('later', nextAt)
  const woken = startNode()
  await until(() => woken.includes(`jobs of ${broadcastId}`), 'the look')
  await endJob('now')
  await age()
  clock.advance(5_000)
  await until(async () => (await ticketOf())?.due_at.getTime() === nextAt.getTime(), 'the next time')
  woken.length = 0
  clock.advance(60_000)
  await until(() => woken.includes(`jobs of ${broadcastId}`), 'the second look')
  await endJob('later')
  clock.advance(5_000)
  await until(async () => (await ticketOf()) === undefined, 'the end of the ticket')
})

test('work that is not taken is looked at again', async () => {
  await leaveJob('refused')
  const woken = startNode()
  for (let times = 1; times <= 3; times++) {
    await until(() => woken.length >= times, `look ${times}`)
    clock.advance(2_000)
  }
  await endJob('refused')
})

test('steady writing raises a ticket once in a while, and a look for nothing does not delete it', async () => {
  let raises = 0
  const unlisten = platform.control.onStatement((text) => {
    if (text.includes('insert into tickets')) raises += 1
  })
  const { control } = platform
  const tickets = createTickets(control)
  const own = openDb(url, { maxConnections: 1, tickets })
  for (let at = 0; at < 20; at++) await own.transaction(async (tx) => tx.raise(broadcastId))
  unlisten()
  await own.close()
  assert.equal(raises, 1)
  const ticket = await take()
  await settleTicket(control, ticket, { at: null, lingerUntil: new Date(5_000) })
  assert.equal((await ticketOf())?.due_at.getTime(), 5_000, 'others still rely on it')
  await settleTicket(control, ticket, { at: new Date(9_000), lingerUntil: new Date(5_000) })
  assert.equal((await ticketOf())?.due_at.getTime(), 5_000)
  await age()
  await settleTicket(control, ticket, { at: new Date(9_000), lingerUntil: new Date(5_000) })
  assert.equal((await ticketOf())?.due_at.getTime(), 9_000)
  await settleTicket(control, ticket, { at: null, lingerUntil: new Date(5_000) })
  assert.equal(await ticketOf(), undefined)
})

test('a ticket that is raised during a look stays due', async () => {
  const { control } = platform
  await raiseTicket(control, broadcastId)
  const ticket = await take()
  await raiseTicket(control, broadcastId)
  await age()
  await settleTicket(control, ticket, { at: null, lingerUntil: new Date(5_000) })
  assert.equal((await ticketOf())?.due_at.getTime(), 0)
})

test('a write that cannot raise its ticket is not committed', async () => {
  const unreachable = openPlane('postgres://marquee@127.0.0.1:1/marquee', 'control', { maxConnections: 1 })
  const db = openDb(url, { maxConnections: 1, tickets: createTickets(unreachable) })
  const job = { broadcastId, id: newObjectId(clock.now()), type: 'test', payload: {}, key: 'never', at: new Date(0) }
  await assert.rejects(db.transaction((tx) => addJob(tx, job)))
  assert.equal(await endJob('never'), false)
  await db.close()
  await unreachable.close()
})

test('a node that starts, or misses another, looks at what was left lately', async () => {
  await leaveJob('left')
  const { control } = platform
  // A look has taken the ticket, and its node died.
  await takeTickets(control, new Date(0), new Date(clock.now() + 3_600_000), 10)
  const woken = startNode()
  await until(() => woken.includes(`jobs of ${broadcastId}`), 'the look at the start')
  await control.query(sql`update tickets set due_at = ${new Date(clock.now() + 3_600_000)}, raises = raises + 1`)
  woken.length = 0
  await running[0]?.hasten()
  await until(() => woken.includes(`jobs of ${broadcastId}`), 'the look after the gap')
  await endJob('left')
})

test('missing tickets are raised at the start', async () => {
  await leaveJob('restored')
  await platform.control.query(sql`delete from tickets`)
  const woken = startNode()
  await until(() => woken.includes(`jobs of ${broadcastId}`), 'the look')
  await endJob('restored')
})

test('what a process leaves itself is looked at without a ticket that is due', async () => {
  const tickets = createTickets(platform.control)
  const woken = startNode(tickets)
  await elapse(600)
  const own = openDb(url, { maxConnections: 1, tickets })
  await tickets.raise(broadcastId)
  await platform.control.query(
    sql`update tickets set due_at = ${new Date(clock.now() + 3_600_000)}, raises = raises + 1`,
  )
  woken.length = 0
  const job = { broadcastId, id: newObjectId(clock.now()), type: 'test', payload: {}, key: 'own', at: new Date(0) }
  await own.transaction((tx) => addJob(tx, job))
  await until(() => woken.includes(`jobs of ${broadcastId}`), 'the look')
  await own.close()
  await endJob('own')
})
