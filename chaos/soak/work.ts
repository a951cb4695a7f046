import type { BenchBroadcast, BenchService } from '../../bench/service.ts'
import { fixed, newWorkflow } from '../../bench/workflows.ts'
import { type Answer, askAs, lineOf, pause } from '../answer.ts'
import type { Random } from '../random.ts'

/** Clients that each do one kind of work again and again. The amount of content stays the same. */
export interface Work {
  /** How often each kind of work was done. */
  counts: Map<string, number>
  failed: string[]
  /** Whether each kind was done. */
  isComplete(): boolean
  end(): Promise<void>
}

export async function startWork({ url }: BenchService, broadcast: BenchBroadcast, random: Random): Promise<Work> {
  const { path } = broadcast
  const counts = new Map<string, number>()
  const failed: string[] = []
  let isOver = false
  const workflow = await newWorkflow(broadcast, path, [
    { id: 'work', type: 'code', config: { code: fixed('return [1, 2, 3].map((number) => number * 2)') } },
  ])
  const ask = async (method: string, address: string, body?: unknown): Promise<Answer> => {
    const answer = await askAs(broadcast, url, method, address, { body })
    if (answer.status < 200 || answer.status >= 300) failed.push(`${method} ${address}: ${lineOf(answer)}`)
    return answer
  }
  const places = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => (await ask('POST', '/v1/places', { name: `Place ${at}` })).body.id),
  )

  const works: Record<string, () => Promise<void>> = {
    async 'events written, changed and deleted'() {
      const times = { start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
      const { body } = await ask('POST', '/v1/events', { title: `Event ${random.below(1_000)}`, ...times })
      await ask('PUT', `/v1/events/${body.id}`, { title: 'Changed', ...times })
      await ask('DELETE', `/v1/events/${body.id}`)
    },
    async 'records and lists read'() {
      await ask('GET', `/v1/places/${random.pick(places)}`)
      await ask('GET', `${path}/broadcastSessions?limit=${1 + random.below(50)}&skip=${random.below(1_000)}`)
      await ask('GET', `${path}/search?q=${random.pick(['event', 'place', 'changed'])}`)
    },
    async 'streams opened and closed'() {
      const closing = new AbortController()
      const response = await fetch(`${url}${path}/changes/stream`, {
        headers: broadcast.authorization,
        signal: closing.signal,
      })
      if (response.status !== 200) failed.push(`a stream: ${response.status}`)
      const reader = response.body?.getReader()
      await Promise.race([reader?.read(), pause(500 + random.below(1_000))])
      closing.abort()
      await reader?.read().catch(() => {})
    },
    async 'files uploaded and deleted'() {
      const form = new FormData()
      form.append('file', new Blob(['words '.repeat(1 + random.below(20_000))]), 'notes.txt')
      const response = await fetch(`${url}${path}/medias/upload`, {
        method: 'POST',
        headers: broadcast.authorization,
        body: form,
      })
      const body = (await response.json()) as { data: [{ _id: string }] }
      if (response.status !== 201) return void failed.push(`an upload: ${response.status} ${JSON.stringify(body)}`)
      await ask('DELETE', `${path}/medias/${body.data[0]._id}`)
    },
    async runs() {
      const { body } = await ask('POST', `${workflow}/runs?wait=true`, {})
      if (body?.status !== 'succeeded') failed.push(`a run: ${JSON.stringify(body)}`)
    },
  }
  const repeat = async (name: string, work: () => Promise<void>) => {
    while (!isOver) {
      await work()
      counts.set(name, (counts.get(name) ?? 0) + 1)
      await pause(300 + random.below(200))
    }
  }
  const working = Promise.all(Object.entries(works).flatMap(([name, work]) => [repeat(name, work), repeat(name, work)]))
  working.catch((error: unknown) => {
    isOver = true
    failed.push(String(error))
  })
  return {
    counts,
    failed,
    isComplete: () => counts.size === Object.keys(works).length,
    async end() {
      isOver = true
      await working.catch(() => {})
    },
  }
}
