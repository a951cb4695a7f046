import { randomUUID } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'

export const [sessionCount, dayCount] = [1_000, 4]
const placeCount = 20

/** Signs up in this browser, and creates a broadcast with as many sessions per day as a large festival. */
export async function makeLargeFestival({ request }: BrowserContext, url: string): Promise<string> {
  const post = async (path: string, data: object) => {
    const answer = await request.post(url + path, { data, headers: { origin: url } })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }
  const person = { name: 'Bench', email: `${randomUUID()}@bench.example`, password: randomUUID() }
  const { user } = await post('/v1/auth/sign-up/email', person)
  const { _id: broadcastId } = await post(`/v1/users/${user.id}/broadcasts`, {
    name: 'Large',
    timezone: 'Europe/Paris',
  })
  const batch = async (plural: string, bodies: object[]): Promise<string[]> => {
    const path = `/v1/users/${user.id}/broadcasts/${broadcastId}/${plural}/batch`
    const operations = bodies.map((body) => ({ op: 'create', body }))
    const { results } = await post(path, { mode: 'atomic', operations })
    return results.map(({ id }: { id: string }) => id)
  }
  const status = 'published'
  const places = await batch(
    'broadcastInterestPoints',
    Array.from({ length: placeCount }, (_, n) => ({ title: `Stage ${n + 1}`, status })),
  )
  const sessions = Array.from({ length: sessionCount }, (_, n) => sessionOf(n, places))
  for (let from = 0; from < sessionCount; from += 500)
    await batch('broadcastSessions', sessions.slice(from, from + 500))
  return broadcastId
}

/** Consecutive sessions on each stage, from noon until night; every seventh is a draft. */
function sessionOf(index: number, places: string[]): object {
  const inDay = Math.floor(index / dayCount)
  const startMs = Date.UTC(2027, 6, 1 + (index % dayCount), 8) + Math.floor(inDay / placeCount) * 3_600_000
  return {
    title: `Concert ${index} of the river`,
    status: index % 7 === 0 ? 'draft' : 'published',
    interestPointId: places[inDay % placeCount],
    time: { start: new Date(startMs).toISOString(), end: new Date(startMs + 2_700_000).toISOString() },
  }
}
