import { distribute } from '../../src/store/cluster.ts'
import { type Db, openDb } from '../../src/store/db.ts'
import { migrate } from '../../src/store/migrate.ts'
import { raw, sql } from '../../src/store/sql.ts'

/**
 * A Citus cluster for the content of services. Its nodes know each other by address and their databases by name, so that a copy of a
 * divided database on every node is another one.
 */
export interface Cluster {
  /** The address of a database on the coordinator. */
  urlOf(name: string): string
  create(name: string): Promise<void>
  drop(name: string): Promise<void>
}

/** The cluster of this run: MARQUEE_TEST_CLUSTER is the address of any of its databases on the coordinator, as a superuser. */
export function testCluster(): Cluster | undefined {
  const coordinator = process.env.MARQUEE_TEST_CLUSTER
  if (!coordinator) return undefined
  const onAll = async (statement: string) => {
    for (const node of await nodesOf(coordinator)) await run(databaseAt(node, 'postgres'), statement)
  }
  return {
    urlOf: (name) => databaseAt(coordinator, name),
    create: (name) => onAll(`create database ${name} template ${template}`),
    drop: (name) => onAll(`drop database if exists ${name} with (force)`),
  }
}

/** For tests that stop the network to the database, look at what it waits for, migrate it by hand or add triggers. A cluster has several databases. */
export const inOnePlace = { skip: process.env.MARQUEE_TEST_CLUSTER ? 'the content is on a cluster' : false }

/** Makes the database that the others are copies of. */
export async function prepareCluster(coordinator: string): Promise<void> {
  const nodes = await nodesOf(coordinator)
  for (const node of nodes) {
    const admin = databaseAt(node, 'postgres')
    await run(admin, `update pg_database set datallowconn = true where datname = '${template}'`)
    await run(admin, `drop database if exists ${template} with (force)`)
    await run(admin, `create database ${template}`)
    await run(databaseAt(node, template), 'create extension citus')
  }
  const [, ...workers] = nodes.map((node) => new URL(node))
  const { hostname, port } = new URL(coordinator)
  const url = databaseAt(coordinator, template)
  await run(url, `select citus_set_coordinator_host('${hostname}', ${port})`)
  for (const worker of workers) await run(url, `select citus_add_node('${worker.hostname}', ${worker.port})`)
  await withDb(url, async (db) => {
    await migrate(db)
    await distribute(db)
  })
  // A database that somebody is connected to is not copied, and the cluster itself is.
  for (const node of nodes) {
    const admin = databaseAt(node, 'postgres')
    await run(admin, `alter database ${template} with allow_connections false`)
    await run(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
  }
}

/** The coordinator first. */
async function nodesOf(coordinator: string): Promise<string[]> {
  const rows = await withDb(coordinator, (db) =>
    db.query<{ host: string; port: number }>(
      sql`select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid`,
    ),
  )
  return rows.map(({ host, port }) => Object.assign(new URL(coordinator), { hostname: host, port: String(port) }).href)
}

const databaseAt = (node: string, name: string) => Object.assign(new URL(node), { pathname: `/${name}` }).href

const run = (url: string, statement: string) => withDb(url, (db) => db.query(sql`${raw(statement)}`))

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(url, { maxConnections: 1 })
  return work(db).finally(() => db.close())
}

const template = 'marquee_template'
