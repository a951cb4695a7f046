import type { BenchBroadcast } from './service.ts'

/** A realistic event, with one of a few categories. */
export const eventOf = (index: number) => ({
  title: `Concert ${index} on the river stage`,
  start_time: startOf(index),
  end_time: new Date(Date.parse(startOf(index)) + 3_600_000).toISOString(),
  timezone: 'Europe/Paris',
  category: categories[index % categories.length],
  description: 'Doors open half an hour before. Bring a jacket, the evenings by the water are cool even in July.',
})

export const categories = ['concert', 'talk', 'workshop', 'cinema', 'party']

/** The same on Surface B, without the category. */
export function sessionOf(index: number) {
  const { title, start_time: start, end_time: end, timezone, description } = eventOf(index)
  return { title, description, status: 'published', time: { start, end, timezone } }
}

export const startOf = (index: number) => new Date(Date.UTC(2027, 6, 1) + index * 300_000).toISOString()

/** A published page with a block of text. */
export const pageOf = (index: number) => ({
  title: `Page ${String(index).padStart(6, '0')}`,
  status: index % 10 === 0 ? 'draft' : 'published',
  url: `/pages/${index}`,
  blocks: [{ type: 'paragraph', text: 'How to get here, where to sleep, and what to bring.' }],
})

/** Creates events with their categories, and returns their ids. */
export async function createEvents(broadcast: BenchBroadcast, count: number): Promise<string[]> {
  const keys = categories.map((key) => ({ key, title: key, status: 'published' }))
  const categoryIds = await createBatch(broadcast, 'broadcastCategories', keys)
  const sessions = Array.from({ length: count }, (_, index) => ({
    ...sessionOf(index),
    categoryIds: [categoryIds[index % categories.length]],
  }))
  return createBatch(broadcast, 'broadcastSessions', sessions)
}

/** Creates records of one kind in batches, and returns their ids. */
export async function createBatch(broadcast: BenchBroadcast, plural: string, bodies: object[]): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < bodies.length; from += 500) {
    const operations = bodies.slice(from, from + 500).map((body) => ({ op: 'create', body }))
    const answer = await broadcast.call('POST', `${broadcast.path}/${plural}/batch`, { mode: 'atomic', operations })
    if (answer.status !== 200) throw new Error(`a batch was refused: ${JSON.stringify(answer.body)}`)
    for (const { id } of answer.body.results) ids.push(id)
  }
  return ids
}
