import { ask } from './ask.ts'
import { startBare } from './bare.ts'
import { requestText } from './load.ts'
import { type Payload, startPayload } from './payload.ts'
import { inRotation, median, type Rate } from './rounds.ts'
import { createEvents, eventOf, startOf } from './seed.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'

const connections = 32
const count = 1_000

/** Another content management system and this one, measured in turns with the same content, as a table in Markdown. */
export async function comparePeers(): Promise<string> {
  const events = Array.from({ length: count }, (_, index) => eventOf(index))
  const payload = await startPayload(
    events.map(({ start_time: start, end_time: end, ...event }) => ({ ...event, start, end, status: 'published' })),
  )
  try {
    let table = ''
    await onStage({ isQuick: false }, async (stage) => {
      const broadcast = await newBroadcast(stage.service, 'Peers')
      const ids = await createEvents(broadcast, count)
      const rows: Row[] = []
      for (const measure of [lists, singles, creates, updates]) {
        rows.push(await measure({ stage, broadcast, ids, payload }))
        console.error(`${rows.at(-1)?.name}: measured`)
      }
      table = tableOf(payload.name, rows)
      return []
    })
    return table
  } finally {
    await payload.end()
  }
}

interface Parts {
  stage: Stage
  broadcast: BenchBroadcast
  ids: string[]
  payload: Payload
}

type Runner = () => Promise<Rate>

/** The first 50 events from an instant on, by start, with their total. */
async function lists({ stage, broadcast, payload }: Parts): Promise<Row> {
  const { service, pace } = stage
  const headers = broadcast.authorization
  const peerPath = (from: string) =>
    `/api/events?${new URLSearchParams({
      limit: '50',
      depth: '0',
      sort: 'start',
      'where[status][equals]': 'published',
      'where[start][greater_than_equal]': from,
    })}`
  const path = (from: string) => `/v1/events?limit=50&from=${from}`
  const first = await ask(service.port, 'GET', path(startOf(0)), headers)
  const peerFirst = await ask(payload.port, 'GET', peerPath(startOf(0)), payload.headers)
  const [ours, theirs] = [JSON.parse(first.body.toString()), JSON.parse(peerFirst.body.toString())]
  if (ours.data.length !== 50 || theirs.docs?.length !== 50 || ours.total !== count || theirs.totalDocs !== count)
    throw new Error(`the lists differ: ${peerFirst.body.toString().slice(0, 500)}`)

  const [nextFrom, nextPeerFrom] = [createInstants(), createInstants()]
  const many = (make: () => string) => Array.from({ length: mostPerRound }, make)
  return alternating(pace.rounds, {
    row: 'list of 50 with total',
    bare: await bareReads(stage, '/v1/events', first, [requestText('GET', path(startOf(0)), headers)]),
    peer: load(stage, payload.port, () => many(() => requestText('GET', peerPath(nextPeerFrom()), payload.headers))),
    cached: load(stage, service.port, () => [requestText('GET', path(startOf(0)), headers)], { isRepeated: true }),
    uncached: load(stage, service.port, () => many(() => requestText('GET', path(nextFrom()), headers))),
  })
}

/** Instants in the first half of the programme, all different. */
function createInstants(): () => string {
  let number = 0
  return () => {
    number += 1
    return new Date(Date.parse(startOf((number * 7) % 500)) - number).toISOString()
  }
}

/** Each event by its id. A write before each round empties the caches of the service. */
async function singles({ stage, broadcast, ids, payload }: Parts): Promise<Row> {
  const { service, pace } = stage
  const headers = broadcast.authorization
  const requests = ids.map((id) => requestText('GET', `/v1/events/${id}`, headers))
  const peers = payload.eventIds.map((id) => requestText('GET', `/api/events/${id}?depth=0`, payload.headers))
  const one = await ask(service.port, 'GET', `/v1/events/${ids[0]}`, headers)
  const once = load(stage, service.port, () => requests)
  const again = load(stage, service.port, () => requests, { isRepeated: true })
  let touches = 0
  return alternating(pace.rounds, {
    row: 'one by id',
    bare: await bareReads(stage, '/v1/events/:id', one, requests),
    peer: load(stage, payload.port, () => peers, { isRepeated: true }),
    async cached() {
      // Once without counting, so that all are cached.
      await stage.load.run({ port: service.port, connections, requests, status: 200 })
      return again()
    },
    async uncached() {
      touches += 1
      const { status } = await broadcast.call('PUT', `/v1/events/${ids[0]}`, {
        description: `Changed ${touches} times.`,
      })
      if (status !== 200) throw new Error('an event could not be changed')
      return once()
    },
  })
}

async function creates({ stage, broadcast, payload }: Parts): Promise<Row> {
  const events = Array.from({ length: count }, (_, index) => eventOf(index))
  const bodies = events.map((event) => JSON.stringify(event))
  const peers = events.map(({ start_time: start, end_time: end, category = '', ...event }) =>
    JSON.stringify({ ...event, start, end, status: 'published', category: payload.categories[category] }),
  )
  const post = (path: string, headers: Record<string, string>, sent: string[]) => () =>
    sent.map((body) => requestText('POST', path, headers, body))
  const ours = post('/v1/events', broadcast.authorization, bodies)
  const echo = await startBare({ path: '/v1/events', status: 201, headers: {}, bodies: [], echoes: 'POST' })
  const options = { status: 201, isRepeated: true }
  return alternating(stage.pace.rounds, {
    row: 'create, with a category',
    bare: { run: load(stage, echo.port, ours, options), end: echo.end },
    peer: load(stage, payload.port, post('/api/events', payload.headers, peers), options),
    uncached: load(stage, stage.service.port, ours, options),
  })
}

async function updates({ stage, broadcast, ids, payload }: Parts): Promise<Row> {
  const path = `${broadcast.path}/broadcastSessions`
  let number = 0
  const patch = (base: string, headers: Record<string, string>, changed: string[]) => () =>
    Array.from({ length: mostPerRound }, () => {
      const body = JSON.stringify({ title: `Concert ${number} has moved` })
      return requestText('PATCH', `${base}/${changed[number++ % changed.length]}`, headers, body)
    })
  const ours = patch(path, broadcast.authorization, ids)
  const echo = await startBare({ path: `${path}/:id`, status: 200, headers: {}, bodies: [], echoes: 'PATCH' })
  return alternating(stage.pace.rounds, {
    row: 'update one field',
    bare: { run: load(stage, echo.port, ours), end: echo.end },
    peer: load(stage, payload.port, patch('/api/events', payload.headers, payload.eventIds)),
    uncached: load(stage, stage.service.port, ours),
  })
}

/** More than any of them answers in a round. */
const mostPerRound = 20_000

function load(
  { load: generator, pace }: Stage,
  port: number,
  make: () => string[],
  { status = 200, isRepeated = false } = {},
): Runner {
  return () =>
    generator.run({
      port,
      connections,
      requests: make(),
      durationMs: pace.roundMs,
      isUnrepeated: !isRepeated,
      status,
    })
}

async function bareReads(stage: Stage, path: string, reply: { body: Buffer }, requests: string[]): Promise<Bare> {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const bare = await startBare({ path, status: 200, headers, bodies: [reply.body] })
  return { run: load(stage, bare.port, () => requests, { isRepeated: true }), end: bare.end }
}

interface Bare {
  run: Runner
  end(): void
}

interface Row {
  name: string
  bare: number
  peer: number
  cached?: number
  uncached: number
  /** The median of the ratios. */
  times: number
}

/** A round of warming up, then the medians. */
async function alternating(
  rounds: number,
  { row, bare, peer, cached, uncached }: { row: string; bare: Bare; peer: Runner; cached?: Runner; uncached: Runner },
): Promise<Row> {
  const runners = { bare: bare.run, peer, cached: cached ?? (async () => ({ perSecond: Number.NaN })), uncached }
  try {
    await inRotation(1, runners)
    const rates = await inRotation(rounds, runners)
    const rateOf = (name: keyof typeof runners) => median(rates[name].map(({ perSecond }) => perSecond))
    return {
      name: row,
      bare: rateOf('bare'),
      peer: rateOf('peer'),
      ...(cached && { cached: rateOf('cached') }),
      uncached: rateOf('uncached'),
      times: median(rates.uncached.map(({ perSecond }, round) => perSecond / (rates.peer[round]?.perSecond ?? 0))),
    }
  } finally {
    bare.end()
  }
}

function tableOf(peer: string, rows: Row[]): string {
  const rate = (value: number | undefined) => (value === undefined ? '' : Math.round(value).toLocaleString('en'))
  return [
    `| requests a second, ${connections} connections | bare Fastify | ${peer} | Marquee, cached | Marquee, uncached | uncached against ${peer} |`,
    '| - | - | - | - | - | - |',
    ...rows.map(
      ({ name, bare, cached, uncached, times, peer: theirs }) =>
        `| ${name} | ${rate(bare)} | ${rate(theirs)} | ${rate(cached)} | ${rate(uncached)} | ${times.toFixed(1)} times |`,
    ),
  ].join('\n')
}
