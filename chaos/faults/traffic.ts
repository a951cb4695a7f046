import type { BenchBroadcast } from '../../bench/service.ts'
import { type Answer, askAs, isClearRefusal, isUnknownOutcome, lineOf, pause } from '../answer.ts'

/** Clients that change and read records all the time, and know which contents each may have. */
export interface Traffic {
  /** All answers since the last call. */
  take(): Answer[]
  /** The answers that must not be: wrong contents, errors other than 503, unclear refusals. */
  wrong: string[]
  /** The writes that were acknowledged. */
  acknowledged(): number
  /** Waits until every client has written and read again; the time that it took. */
  recovered(limitMs: number): Promise<number>
  /** Ends the clients, and compares all contents with what was acknowledged. */
  end(): Promise<void>
}

export async function startTraffic(url: string, broadcast: BenchBroadcast, clients: number): Promise<Traffic> {
  const wrong: string[] = []
  const path = `${broadcast.path}/broadcastSessions`
  let answers: Answer[] = []
  let acknowledged = 0
  let isOver = false
  let rounds = Array.from({ length: clients }, () => 0)

  const ask = async (method: string, address: string, body?: unknown) => {
    const answer = await askAs(broadcast, url, method, address, { body })
    answers.push(answer)
    const isGood = answer.status === 200 || answer.status === 201
    if (!isGood && !isClearRefusal(answer, ['unavailable'])) wrong.push(`${method} ${address}: ${lineOf(answer)}`)
    return { answer, isGood }
  }
  const newRecord = async () => {
    const answer = await askAs(broadcast, url, 'POST', path, { body: { title: 'Turn 0' } })
    if (answer.status !== 201) throw new Error(lineOf(answer))
    return String(answer.body._id)
  }
  /** The titles that the record may have: the last acknowledged one, and later ones with an unknown outcome. */
  const titlesOf = new Map<string, Set<string>>()
  const check = (id: string, title: string) => {
    if (!titlesOf.get(id)?.has(title))
      wrong.push(`${id} is "${title}", not ${[...(titlesOf.get(id) ?? [])].join(' or ')}`)
  }
  const work = async (client: number) => {
    const id = await newRecord()
    titlesOf.set(id, new Set(['Turn 0']))
    for (let turn = 1; !isOver; turn++) {
      const title = `Turn ${turn}`
      const possible = titlesOf.get(id) as Set<string>
      const { answer, isGood } = await ask('PATCH', `${path}/${id}`, { title })
      if (isGood) {
        acknowledged += 1
        titlesOf.set(id, new Set([title]))
      } else if (isUnknownOutcome(answer)) possible.add(title)
      const isList = turn % 2 === 1
      const read = await ask('GET', isList ? `${path}?limit=200&fields=title` : `${path}/${id}`)
      if (read.isGood) {
        const { body } = read.answer
        const record = isList ? body.data.find(({ _id }: { _id: string }) => _id === id) : body
        check(id, record?.title)
      }
      if (isGood && read.isGood) rounds[client] = (rounds[client] ?? 0) + 1
      // A refused client does not hammer, and an idle moment lets connections rest.
      await pause(isGood ? 5 : 50)
    }
  }
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  // A failure is reported by `end`.
  working.catch(() => {
    isOver = true
  })
  return {
    take() {
      const taken = answers
      answers = []
      return taken
    },
    wrong,
    acknowledged: () => acknowledged,
    async recovered(limitMs) {
      const startedAt = performance.now()
      rounds = rounds.map(() => 0)
      while (rounds.some((count) => count < 1) && performance.now() - startedAt < limitMs) await pause(10)
      return performance.now() - startedAt
    },
    async end() {
      isOver = true
      await working
      for (const id of titlesOf.keys()) {
        const { isGood, answer } = await ask('GET', `${path}/${id}`)
        if (isGood) check(id, answer.body.title)
        else wrong.push(`the final read of ${id}: ${lineOf(answer)}`)
      }
    },
  }
}
