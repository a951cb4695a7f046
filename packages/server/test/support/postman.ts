import { openDb } from '../../src/store/db.ts'
import { sql } from '../../src/store/sql.ts'

/** Measures how long a notification takes from one database connection to another: a long time means that the machine is busy. */
export interface Postman {
  deliveryMs(): Promise<number>
  close(): Promise<void>
}

export async function openPostman(databaseUrl: string): Promise<Postman> {
  const db = openDb(databaseUrl, { maxConnections: 1 })
  const client = await db.connect()
  await client.query('listen post')
  return {
    async deliveryMs() {
      const since = performance.now()
      const arrived = new Promise((resolve) => client.once('notification', resolve))
      await db.query(sql`select pg_notify('post', '')`)
      await arrived
      return performance.now() - since
    },
    async close() {
      await client.end()
      await db.close()
    },
  }
}
