import pg from 'pg'
import { newOwnDatabase, type OwnDatabase } from './own-database.ts'

/** A Citus cluster whose nodes run on this machine, with the accounts in a database beside it. */
export interface OwnCluster {
  /** The options of services with their content on the cluster. */
  env: Record<string, string>
  coordinator: ClusterNode
  workers: ClusterNode[]
  accounts: OwnDatabase
  close(): Promise<void>
}

export interface ClusterNode {
  host: string
  port: number
  url: string
  /** The data folder of its server. */
  folder: string
}

/** BENCH_CLUSTER is the address of an empty database on the coordinator, as a superuser. */
export async function openOwnCluster(): Promise<OwnCluster> {
  const url = process.env.BENCH_CLUSTER
  if (!url) throw new Error('BENCH_CLUSTER must be the address of a database on the coordinator of a cluster')
  const known = await askNode<{ host: string; port: number }>(
    url,
    'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
  )
  const [coordinator, ...workers] = await Promise.all(
    known.map(async ({ host, port }) => {
      const node = Object.assign(new URL(url), { hostname: host, port: String(port) }).href
      const [shown] = await askNode<{ data_directory: string }>(node, 'show data_directory')
      return { host, port, url: node, folder: shown?.data_directory ?? '' }
    }),
  )
  if (!coordinator) throw new Error(`${url} is not a cluster`)
  const accounts = await newOwnDatabase()
  return {
    env: { ...accounts.env(url), MARQUEE_CONTROL_URL: accounts.url },
    coordinator,
    workers,
    accounts,
    close: () => accounts.close(),
  }
}

/** On a connection of its own: nodes may be killed at any time. */
export async function askNode<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
