import type { BenchBroadcast } from '../../bench/service.ts'

export interface HeavyContent {
  articleIds: string[]
  categoryId: string
  sessionIds: string[]
}

/** Fills a broadcast with much content, and articles that are expensive to read. */
export async function fill(heavy: BenchBroadcast, size: number): Promise<HeavyContent> {
  const create = async (plural: string, bodies: object[], chunk: number): Promise<string[]> => {
    const ids: string[] = []
    for (let from = 0; from < bodies.length; from += chunk) {
      const operations = bodies.slice(from, from + chunk).map((body) => ({ op: 'create', body }))
      const { status, body } = await heavy.call('POST', `${heavy.path}/${plural}/batch`, { mode: 'atomic', operations })
      if (status !== 200) throw new Error(`${plural}: ${status} ${JSON.stringify(body).slice(0, 500)}`)
      ids.push(...body.results.map(({ id }: { id: string }) => id))
    }
    return ids
  }
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: Math.ceil(count * size) }, (_, index) => make(index))
  const [categoryId = ''] = await create('broadcastCategories', [{ title: 'All', status: 'published' }], 1)
  const hostIds = await create(
    'broadcastHosts',
    many(100, (index) => ({ title: `Host ${index}`, description: text(50_000), status: 'published' })),
    100,
  )
  const placeIds = await create(
    'broadcastInterestPoints',
    many(1_000, (index) => ({ title: `Place ${index}`, description: text(500), status: 'published' })),
    500,
  )
  const sessionIds = await create(
    'broadcastSessions',
    many(4_000, (index) => ({
      title: `Session ${index}`,
      description: text(index % 100 === 0 ? 50_000 : 800),
      status: 'published',
      categoryIds: [categoryId],
      hostIds: index % 200 === 0 ? hostIds : hostIds.slice(index % 50, (index % 50) + 2),
      interestPointId: placeIds[index % placeIds.length],
      time: { start: new Date(Date.UTC(2026, 6, 4) + index * 60_000).toISOString() },
    })),
    500,
  )
  const articleIds = await create('broadcastArticles', many(40, heavyArticle), 8)
  return { articleIds, categoryId, sessionIds }
}

/** Articles of one megabyte each, expensive in different ways. */
export function heavyArticle(index: number): object {
  const shapes: object[] = [
    { content: `<table>${'<tr><td>'.repeat(9_900)}${text(800_000)}`, contentFormat: 'html' },
    { content: `<p>${'<b>x</b> '.repeat(9_900)}${'&amp;'.repeat(150_000)}`, contentFormat: 'html' },
    { content: '<tr><td>'.repeat(112_000), contentFormat: 'html' },
    { content: '|a|b|\n|-|-|\n'.concat('|a|b|\n'.repeat(16_000)), contentFormat: 'markdown' },
    { content: '* a **b** [c](d)\n'.repeat(5_800), contentFormat: 'markdown' },
    { content: text(900_000), contentFormat: 'html', media: Array.from({ length: 15_000 }, () => ({})) },
    {
      content: text(100),
      contentFormat: 'html',
      media: Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, 0])),
    },
    { content: text(300_000), localeDetails: { fr: { content: text(300_000) }, en: { content: text(300_000) } } },
  ]
  return { title: `Article ${index}`, status: 'published', ...shapes[index % shapes.length] }
}

export const text = (length: number) => 'lorem ipsum dolor sit amet '.repeat(Math.ceil(length / 27)).slice(0, length)
