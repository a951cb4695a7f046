import { randomBytes } from 'node:crypto'
import { type BenchDatabase, runStatements } from './database.ts'
import { atLeast, atMost, type Figure, percentile, ratesOf, type Suite, told } from './figure.ts'
import { requestText } from './load.ts'
import { inTurns, median } from './rounds.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'

const connections = 4
const size = 500

export const analyticsSuite: Suite = (options) =>
  onStage(options, async (stage) => {
    const broadcast = await newBroadcast(stage.service, 'Analytics')
    return [...(await appends(stage, broadcast)), ...(await counts(stage, broadcast))]
  })

/** Batches of analytics events over a few connections, against the same rows written by `pg` alone. */
async function appends({ service, database, load, pace }: Stage, broadcast: BenchBroadcast): Promise<Figure[]> {
  const operations = Array.from({ length: size }, (_, index) => ({ op: 'create', body: eventOf(index) }))
  const path = `${broadcast.path}/broadcastEvents/batch`
  const request = requestText('POST', path, broadcast.authorization, JSON.stringify({ mode: 'atomic', operations }))
  const append = async (durationMs: number) => {
    const outcome = await load.run({ port: service.port, connections, requests: [request], durationMs, status: 200 })
    return { ...outcome, perSecond: outcome.perSecond * size }
  }
  await append(pace.warmMs)
  const write = await plainAppends(database, broadcast.broadcastId)
  await write(pace.warmMs)
  const compared = await inTurns(
    pace.rounds,
    () => append(pace.roundMs * 2),
    () => write(pace.roundMs * 2),
  )
  return [
    atLeast('analytics events by batches of 500, 4 connections', compared.service, 5_000, 'events/s'),
    told('the same against the same rows by pg alone', compared.ratio, 'of pg', ratesOf(compared)),
  ]
}

/** Counts of a month, over all events appended before. */
async function counts({ service, database, load, pace }: Stage, broadcast: BenchBroadcast): Promise<Figure[]> {
  const path = `${broadcast.path}/broadcastEvents/counts`
  const requests = Array.from({ length: 100 }, (_, index) =>
    requestText('GET', `${path}?limit=${index + 1}`, broadcast.authorization),
  )
  const { latenciesMs } = await load.run({
    port: service.port,
    connections: 1,
    requests,
    durationMs: pace.roundMs,
    status: 200,
  })
  const [row] = await database.query<{ count: string }>('select count(*) as count from timeline')
  return [
    atMost(
      'counts by type and day',
      median([...latenciesMs]),
      20,
      'ms',
      `${row?.count} events; p99 ${percentile(latenciesMs, 0.99).toFixed(1)} ms`,
    ),
  ]
}

const eventOf = (index: number) => ({
  type: ['session.opened', 'map.opened', 'article.read', 'favorite.added'][index % 4],
  metadata: { screen: 'programme', index },
})

/** 500 rows and their counts in one statement, and so one transaction: the fastest way. */
async function plainAppends(database: BenchDatabase, broadcastId: string) {
  const [model] = await database.query<{ id: string; body: string; keys: string }>(
    'select id, body, keys from timeline where broadcast_id = $1 limit 1',
    [broadcastId],
  )
  if (!model) throw new Error('there is no event to copy')
  const pool = database.pool(connections)
  const next = () => {
    const ids = Array.from({ length: size }, newId)
    const bodies = ids.map((id) => model.body.replaceAll(model.id, id))
    return { name: 'plain append', text: appendText, values: [broadcastId, ids, bodies, ids.map(() => model.keys)] }
  }
  return async (durationMs: number) => {
    const { perSecond } = await runStatements(pool, { atOnce: connections, durationMs }, next)
    return { perSecond: perSecond * size }
  }
}

const appendText = `
  with appended as (
    insert into timeline (broadcast_id, kind, id, occurred_at, body, keys)
    select $1, 'broadcastEvent', e.id, now(), e.body, e.keys
    from unnest($2::text[], $3::json[], $4::jsonb[]) as e (id, body, keys)
    returning keys
  )
  insert into timeline_counts (broadcast_id, kind, day, type, month, slot, count)
  select $1, 'broadcastEvent', current_date, keys ->> 'type', date_trunc('month', current_date)::date, 99, count(*)
  from appended group by keys ->> 'type'
  on conflict (broadcast_id, kind, day, type, month, slot) do update set count = timeline_counts.count + excluded.count`

const newId = () =>
  Math.floor(Date.now() / 1_000)
    .toString(16)
    .padStart(8, '0') + randomBytes(8).toString('hex')
