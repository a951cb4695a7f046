import { ask } from './ask.ts'
import { againstBare } from './bare.ts'
import { atLeast, atMost, type Figure, ratesOf, type Suite, told } from './figure.ts'
import { requestText } from './load.ts'
import { memoryMb } from './process-use.ts'
import { createEvents } from './seed.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'

export const publicSuite: Suite = (options) =>
  onStage(options, async (stage) => {
    const broadcast = await newBroadcast(stage.service, 'Public')
    const ids = await createEvents(broadcast, 1_000)
    const site = `/v1/public/${broadcast.broadcastId}`
    const list = `${site}/broadcastSessions`
    const bundle = `${site}/bundle`
    return [
      await warm(stage, 'list of 50 public sessions, warm', list, 'identity'),
      await warm(stage, 'bundle of 1,000 sessions, warm', bundle, 'identity'),
      await warm(stage, 'list of 50 public sessions, as br', list, 'br'),
      await warm(stage, 'bundle of 1,000 sessions, as br', bundle, 'br'),
      ...(await delta(stage, broadcast, bundle, ids.slice(0, 10))),
      await newClients(stage, `${site}/clients`),
      atMost('memory of the service after the public reads', await memoryMb(stage.service.pid()), 300, 'MB'),
    ]
  })

/** Uncompressed responses have the goal; compressed ones are shown too, because most clients get those. */
async function warm(stage: Stage, name: string, path: string, encoding: 'identity' | 'br'): Promise<Figure> {
  const compared = await againstBare(stage, { path, headers: { 'accept-encoding': encoding } })
  const { body } = await ask(stage.service.port, 'GET', path, { 'accept-encoding': encoding })
  const detail = `${ratesOf(compared)}, ${kilobytes(body)} kB`
  if (encoding === 'br') return told(name, compared.ratio, 'of Fastify', detail)
  return atLeast(name, compared.ratio, 0.75, 'of Fastify', detail)
}

/** The update of an app that has the bundle, after ten sessions have changed. It is one request. */
async function delta({ service }: Stage, broadcast: BenchBroadcast, bundle: string, ids: string[]): Promise<Figure[]> {
  const before = await ask(service.port, 'GET', bundle, {})
  const { cursor } = JSON.parse(before.body.toString())
  for (const id of ids) await broadcast.call('PUT', `/v1/events/${id}`, { title: `Moved to the large stage, ${id}` })
  const plain = await ask(service.port, 'GET', `${bundle}?since=${cursor}`, {})
  const packed = await ask(service.port, 'GET', `${bundle}?since=${cursor}`, { 'accept-encoding': 'br' })
  const { full, data } = JSON.parse(plain.body.toString())
  const changed: string[] = data.broadcastSessions.map(({ _id }: { _id: string }) => _id)
  if (full || changed.length !== ids.length || !ids.every((id) => changed.includes(id)))
    throw new Error('the delta does not contain exactly the ten changes')
  return [
    atMost(
      'bundle delta of 10 changes, in one request',
      kilobytes(plain.body),
      20,
      'kB',
      `${kilobytes(packed.body)} kB as br`,
    ),
  ]
}

async function newClients({ service, load, pace }: Stage, path: string): Promise<Figure> {
  const requests = [requestText('POST', path, {}, JSON.stringify({ platform: 'web', locale: 'fr' }))]
  const run = (durationMs: number) =>
    load.run({ port: service.port, connections: 32, requests, durationMs, status: 201 })
  await run(pace.warmMs)
  const { perSecond } = await run(3 * pace.roundMs)
  return atLeast('new clients registered', perSecond, 200, '/s')
}

const kilobytes = ({ length }: Buffer) => Math.round(length / 100) / 10
