import { isDeepStrictEqual } from 'node:util'
import { atMost, type Figure } from '../bench/figure.ts'
import { type BenchBroadcast, newBroadcast } from '../bench/service.ts'
import { pause, withService } from './kills.ts'
import { readAll, readLog } from './log.ts'
import type { Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Writes the same thing from many clients at once. */
export const concurrencySuite: ChaosSuite = {
  about: 'many writers of one record with `If-Match`; the same idempotency keys at once',
  run,
}

function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [writers, rounds, keys] = isQuick ? [20, 10, 20] : [100, 1_000, 1_000]
  return withService(async (service) => [
    ...(await oneRecord(await newBroadcast(service, 'Matches'), writers, rounds)),
    ...(await sameKeys(await newBroadcast(service, 'Keys'), keys, random)),
  ])
}

/** In every round all writers have the same version and add to it. One must succeed, and the others must be told. */
async function oneRecord({ call, path, ...rest }: BenchBroadcast, writers: number, rounds: number): Promise<Figure[]> {
  const made = await call('POST', `${path}/broadcastSessions`, { title: 'Counted', metadata: { writers: [] } })
  const at = `${path}/broadcastSessions/${made.body._id}`
  let version = etagOf(made)
  let latest: number[] = []
  let [contested, overwritten, wrong] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    // The last few are enough to see whether one was overwritten.
    const next = (writer: number) => ({ round, writers: [...latest.slice(-5), writer] })
    const answers = await Promise.all(
      Array.from({ length: writers }, (_, writer) =>
        call('PATCH', at, { metadata: next(writer) }, { 'if-match': version }),
      ),
    )
    const winners = answers.flatMap(({ status }, writer) => (status === 200 ? [writer] : []))
    wrong += answers.filter(({ status }) => status !== 200 && status !== 412).length
    if (winners.length !== 1) contested += 1
    const now = await call('GET', at)
    if (!winners.some((winner) => isDeepStrictEqual(now.body.metadata, next(winner)))) overwritten += 1
    latest = now.body.metadata.writers
    version = etagOf(now)
  }
  const changes = (await readLog({ call, path, ...rest })).filter(({ id }) => id === made.body._id)
  return [
    atMost(`rounds of ${writers} writers without exactly one success, of ${rounds}`, contested, 0, ''),
    atMost('rounds after which the record is not that of the success', overwritten, 0, ''),
    atMost('answers other than 200 and 412', wrong, 0, ''),
    atMost('changes more or fewer than rounds', Math.abs(changes.length - 1 - rounds), 0, ''),
  ]
}

const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? ''

const times = 10

/** Each key is sent ten times at once, until it is answered. */
async function sameKeys(broadcast: BenchBroadcast, keys: number, random: Random): Promise<Figure[]> {
  let [differing, wrong] = [0, 0]
  const send = async (key: number, path: string, body: object): Promise<string> => {
    for (;;) {
      const answer = await broadcast.call('POST', path, body, { 'idempotency-key': `key-${key}` })
      if (answer.status === 409 && answer.body.code === 'idempotency_in_progress') await pause(20)
      else {
        if (answer.status !== 201 && answer.status !== 200) wrong += 1
        return JSON.stringify(answer.body)
      }
    }
  }
  const tryKey = async (key: number) => {
    const session = { title: `Key ${key}` }
    const event = { ...session, start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
    const sessions = `${broadcast.path}/broadcastSessions`
    const batch = { mode: random.pick(['atomic', 'each']), operations: [{ op: 'create', body: session }] }
    const [path, body] = random.pick<[string, object]>([
      ['/v1/events', event],
      [sessions, session],
      [`${sessions}/batch`, batch],
    ])
    const answers = await Promise.all(Array.from({ length: times }, () => send(key, path, body)))
    if (new Set(answers).size > 1) differing += 1
  }
  // Some keys at once, so that those of different ones meet in the write queue too.
  for (let from = 0; from < keys; from += keysAtOnce)
    await Promise.all(Array.from({ length: Math.min(keysAtOnce, keys - from) }, (_, index) => tryKey(from + index)))
  const { data } = await readAll(broadcast, `${broadcast.path}/broadcastSessions`)
  const titles = new Set(data.map(({ title }) => title))
  return [
    atMost(
      `keys with more or less than one effect, of ${keys} x ${times}`,
      keys - titles.size + data.length - titles.size,
      0,
      '',
    ),
    atMost('keys with different answers', differing, 0, ''),
    atMost('refused requests with a key', wrong, 0, ''),
  ]
}

const keysAtOnce = 10
