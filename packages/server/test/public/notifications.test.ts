import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Db, openDb } from '../../src/store/db.ts'
import { type Notification, type Notifications, openNotifications } from '../../src/store/notifications.ts'
import { sql } from '../../src/store/sql.ts'
import { newDatabase } from '../support/database.ts'
import { elapse, until } from '../support/until.ts'

const changed = (broadcastId: string, ...areas: ('content' | 'people' | 'members')[]): Notification => ({
  type: 'changes',
  broadcastId,
  sequence: 1,
  areas,
})

describe('notifications between nodes', () => {
  let database: Awaited<ReturnType<typeof newDatabase>>
  let db: Db

  before(async () => {
    database = await newDatabase()
    db = openDb(database.url, { maxConnections: 4 })
  })
  after(async () => {
    await db.close()
    await database.drop()
  })

  const say = (message: object) => db.query(sql`select pg_notify('marquee', ${JSON.stringify(message)})`)

  /** A listening node, and the notifications it received. */
  async function listening(
    own: Db,
    work: (notifications: Notifications, heard: Notification[]) => Promise<void>,
  ): Promise<void> {
    const notifications = openNotifications(own)
    const heard: Notification[] = []
    notifications.subscribe((notification) => heard.push(notification))
    try {
      await until(async () => notifications.isLive(), 'the node to hear itself')
      heard.length = 0
      await work(notifications, heard)
    } finally {
      await notifications.close()
    }
  }
  const gaps = (heard: Notification[]) => heard.filter(({ type }) => type === 'gap').length

  /** While it is paused nothing arrives on the connection, like with a silent network failure. */
  const streamOf = (client: unknown) => (client as { connection: { stream: Socket } }).connection.stream

  test('reach the others unchanged, and the sender at once', () =>
    listening(db, async (notifications, heard) => {
      await listening(db, async (_, heardThere) => {
        const news = [changed('one', 'content'), changed('two', 'people'), { type: 'access' as const }]
        for (const signal of news) notifications.publish(signal)
        assert.deepEqual(heard, news)
        await until(async () => heardThere.length >= 3, 'the news')
        assert.deepEqual(heardThere, news)
        const many = Array.from({ length: 500 }, (_, at) => changed(`broadcast-${at}`, 'content', 'people', 'members'))
        for (const signal of many) notifications.publish(signal)
        await until(async () => heardThere.length >= 503, 'all the news')
        assert.deepEqual(heardThere.slice(3), many)
      })
    }))

  test('that stop without a goodbye count as lost; those of a node that stops in order do not', () =>
    listening(db, async (_, heard) => {
      await say({ from: 'polite', beat: true })
      await say({ from: 'polite', bye: true })
      await elapse(1_700)
      assert.equal(gaps(heard), 0)
      await say({ from: 'silent', signals: [changed('one', 'content')] })
      await until(async () => gaps(heard) === 1, 'the gap', 2_000)
      assert.equal(heard.filter(({ type }) => type === 'changes').length, 1)
      await elapse(700)
      assert.equal(gaps(heard), 1)
    }))

  test('are not trusted while the connection is lost, and every cache is cleared when it is back', () =>
    listening(db, async (notifications, heard) => {
      await db.query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'marquee notifications' and pid <> pg_backend_pid()`)
      await until(async () => !notifications.isLive(), 'the end of trust', 1_500)
      await until(async () => notifications.isLive(), 'trust', 3_000)
      assert(gaps(heard) >= 1)
    }))

  test('begin with a heartbeat of every node, so that their silence is noticed from the start', () =>
    listening(db, async (_, heard) => {
      // No other node makes this one send before its next heartbeat.
      const peers: string[] = []
      const client = await db.connect()
      client.on('notification', ({ payload = '' }) => peers.push(JSON.parse(payload).from))
      await client.query('listen marquee')
      await say({ from: 'new', beat: true, hello: true })
      await until(async () => peers.filter((peer) => peer !== 'new').length > 0, 'a word', 250)
      await client.end()
      assert.equal(gaps(heard), 0)
    }))

  test('are not trusted from the second at which another node has fallen silent', () =>
    listening(db, async (notifications) => {
      await say({ from: 'silent', beat: true })
      const sinceMs = performance.now()
      await until(async () => !notifications.isLive(), 'the end of trust', 2_000)
      assert(performance.now() - sinceMs < 1_200)
      await until(async () => notifications.isLive(), 'trust', 1_000)
    }))

  test('are sent while the pool is exhausted, and none of them after a later heartbeat', () =>
    listening(db, async (_, heard) => {
      const busy = { ...db, query: () => new Promise<never>(() => {}) }
      await listening(busy, async (notifications) => {
        for (let at = 0; at < 3; at++) notifications.publish(changed(`broadcast-${at}`, 'content'))
        await until(async () => heard.filter(({ type }) => type === 'changes').length === 3, 'the news', 1_000)
      })
    }))

  test('are not trusted while the connection hangs, and another one replaces it', async () => {
    const clients: Awaited<ReturnType<Db['connect']>>[] = []
    const watched: Db = {
      ...db,
      connect: async () => {
        const client = await db.connect()
        clients.push(client)
        return client
      },
    }
    await listening(watched, async (notifications, heard) => {
      const stream = streamOf(clients[0])
      stream.pause()
      try {
        await until(async () => !notifications.isLive(), 'the end of trust', 1_500)
        await until(async () => notifications.isLive(), 'trust', 4_000)
        assert(gaps(heard) >= 1)
      } finally {
        stream.resume()
      }
    })
  })

  test('are received on one connection, also after the database refused connections for a while', async () => {
    let isDown = false
    let connected = 0
    const shaky: Db = {
      ...db,
      query: (statement) => (isDown ? Promise.reject(new Error('no database')) : db.query(statement)),
      connect: async () => {
        connected += 1
        return db.connect()
      },
    }
    await listening(shaky, async (notifications) => {
      isDown = true
      await db.query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'marquee notifications' and pid <> pg_backend_pid()`)
      await elapse(2_700)
      isDown = false
      await until(async () => notifications.isLive(), 'trust', 3_000)
      assert(connected <= 8, `${connected} connections were made`)
      const listeners = await db.query(sql`
        select pid from pg_stat_activity where datname = current_database() and application_name = 'marquee notifications'`)
      assert.equal(listeners.length, 1)
    })
  })
})
