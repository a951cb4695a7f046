import cluster from 'node:cluster'
import { createServer, type Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../store/db.ts'
import type { Memory } from '../store/memory/memory.ts'
import type { Backlog, Queue } from '../store/queues/backlog.ts'
import type { Replica } from '../store/replica.ts'
import type { Admission } from './admission.ts'
import type { ResponseCache } from './response-cache.ts'

export interface Metrics {
  observe(request: FastifyRequest, reply: FastifyReply): void
  /** Serves Prometheus on a separate listener, so that metrics are never public. */
  listen(at: { host: string; port: number }): Promise<Server>
}

export interface MetricsParts {
  db: Pick<Db, 'pool' | 'slowStatements'>
  replica: Pick<Replica, 'reads' | 'lag'> | undefined
  memory: Memory
  responseCache: ResponseCache
  admission: Pick<Admission, 'refused'>
  readBacklogs(): Promise<Record<Queue, Backlog>>
}

export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry()
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry)
    // Answers the process that joins them.
    new AggregatorRegistry()
  }
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'marquee_http_request_duration_seconds',
    help: 'How long requests took, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  counter(registry, {
    name: 'marquee_http_refused_total',
    help: 'Requests that were refused with 503 because too many others were worked on. Most are not among the durations.',
    read: () => [{ labels: {}, value: parts.admission.refused() }],
  })
  addDatabase(registry, parts)
  if (parts.replica) addReplica(registry, parts.replica)
  addCaches(registry, parts)
  addBacklogs(registry, parts)
  return {
    observe(request, reply) {
      const labels = {
        route: request.routeOptions.url ?? 'none',
        method: request.method,
        status: String(reply.statusCode),
      }
      durations.observe(labels, reply.elapsedTime / 1_000)
    },
    listen: (at) => serveTexts(at, registry.contentType, () => registry.metrics()),
  }
}

/** Serves the metrics of the processes that this one started, joined: counts are added up, and gauges too unless they say otherwise. */
export function listenForAll(at: { host: string; port: number }): Promise<Server> {
  const registry = new AggregatorRegistry()
  return serveTexts(at, registry.contentType, () => registry.clusterMetrics())
}

async function serveTexts(
  { host, port }: { host: string; port: number },
  contentType: string,
  read: () => Promise<string>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      response.writeHead(200, { 'content-type': contentType }).end(await read())
    } catch {
      // A process that has just ended does not answer.
      response.destroy()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

function addDatabase(registry: Registry, { db }: MetricsParts): void {
  new Gauge({
    name: 'marquee_database_connections',
    help: 'Connections of the pool, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, db.pool.total())
      this.set({ state: 'idle' }, db.pool.idle())
      this.set({ state: 'waiting' }, db.pool.waiting())
    },
  })
  counter(registry, {
    name: 'marquee_database_slow_statements_total',
    help: 'Statements that took longer than MARQUEE_SLOW_STATEMENT_MS.',
    read: () => [{ labels: {}, value: db.slowStatements() }],
  })
}

function addReplica(registry: Registry, replica: Pick<Replica, 'reads' | 'lag'>): void {
  counter(registry, {
    name: 'marquee_replica_reads_total',
    help: 'Reads by their result: answered by the replica, or by the primary because the replica was behind, failed, or rests.',
    labelNames: ['result'],
    read: () => Object.entries({ ...replica.reads() }).map(([result, value]) => ({ labels: { result }, value })),
  })
  new Gauge({
    name: 'marquee_replica_lag_seconds',
    help: 'How long ago the last transaction was made that the replica has, while it misses some. Absent while it does not answer.',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const lag = await Promise.race([replica.lag(), tooLate()]).catch(() => undefined)
      this.remove()
      if (lag && 'seconds' in lag) this.set(lag.seconds)
    },
  })
}

function addCaches(registry: Registry, { memory, responseCache }: MetricsParts): void {
  new Gauge({
    name: 'marquee_cache_bytes',
    help: 'Bytes in memory: cached responses, and records of active broadcasts.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      this.set({ cache: 'responses' }, responseCache.bytes())
      this.set({ cache: 'records' }, memory.bytes())
    },
  })
  counter(registry, {
    name: 'marquee_cache_lookups_total',
    help: 'Lookups by their result: hit, miss, or updated where records were first brought up to date.',
    labelNames: ['cache', 'result'],
    read: () => [
      ...lookups('responses', { ...responseCache.lookups() }),
      ...lookups('records', { ...memory.lookups() }),
    ],
  })
}

const lookups = (cache: string, counts: Record<string, number>) =>
  Object.entries(counts).map(([result, value]) => ({ labels: { cache, result }, value }))

/** Work that is due, of all nodes together. Without the database the figures are absent. */
function addBacklogs(registry: Registry, { readBacklogs }: MetricsParts): void {
  let running: Promise<Partial<Record<Queue, Backlog>>> | undefined
  /** Both figures of a scrape come from one read. */
  const read = () => {
    running ??= Promise.race([readBacklogs(), tooLate()])
      .catch(() => ({}))
      .finally(() => {
        running = undefined
      })
    return running
  }
  const gauge = (name: string, help: string, figureOf: (backlog: Backlog) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const backlogs = await read()
        this.reset()
        for (const [queue, backlog] of Object.entries(backlogs)) {
          const value = figureOf(backlog)
          if (value !== undefined) this.set({ queue }, value)
        }
      },
    })
  gauge(
    'marquee_queue_due',
    'Entries of a queue that are due and not taken, of all nodes together; at most 10,000 are counted.',
    ({ due }) => due,
  )
  gauge(
    'marquee_queue_oldest_seconds',
    'How long the oldest entry of a queue has been due, of all nodes together.',
    ({ oldestMs }) => (oldestMs === null ? undefined : oldestMs / 1_000),
  )
}

const tooLate = () => new Promise<Record<string, never>>((resolve) => setTimeout(resolve, patienceMs, {}).unref())

/** A counter whose value is counted elsewhere. */
function counter(
  registry: Registry,
  spec: {
    name: string
    help: string
    labelNames?: string[]
    read(): { labels: Record<string, string>; value: number }[]
  },
): void {
  const { read, labelNames = [], ...named } = spec
  new Counter({
    ...named,
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, value } of read()) this.inc(labels, value)
    },
  })
}

/** Less than the timeout of a scrape, so that the other figures arrive. */
const patienceMs = 2_000
