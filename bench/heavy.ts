import { atMost, percentile, type Suite, told } from './figure.ts'
import { type LoadGenerator, requestText, startLoadGenerator } from './load.ts'
import { memoryMb } from './process-use.ts'
import { type BenchBroadcast, newBroadcast } from './service.ts'
import { onStage, type Stage } from './stage.ts'

/**
 * Reads and writes the heaviest possible content through every endpoint, while another tenant is measured.
 * The figure is the slowest response to that tenant.
 */
export const heavySuite: Suite = (options) =>
  onStage(options, async (stage) => {
    const size = options.isQuick ? 0.1 : 1
    const heavy = await newBroadcast(stage.service, 'Heavy')
    const other = await newBroadcast(stage.service, 'Other')
    const content = await fill(heavy, size)
    const puts = startLoadGenerator()
    try {
      const watch = await watcher(stage, puts, other)
      const alone = await watch(() => new Promise((resolve) => setTimeout(resolve, 2_000)))
      const slowest: { name: string; ms: number }[] = []
      for (const [name, work] of Object.entries(attacks(stage, heavy, content))) {
        const { maxMs } = await watch(work)
        slowest.push({ name, ms: maxMs })
      }
      slowest.sort((a, b) => b.ms - a.ms)
      for (const { name, ms } of slowest) console.error(`  ${Math.round(ms)} ms: ${name}`)
      const detail = slowest.slice(0, 3).map(({ name, ms }) => `${name} ${Math.round(ms)} ms`)
      return [
        atMost(
          'slowest answer to another tenant while the heaviest stored content is read and written',
          slowest[0]?.ms ?? 0,
          100,
          'ms',
          `${detail.join(', ')}; ${Math.round(alone.maxMs)} ms alone, p99 ${Math.round(alone.p99Ms)} ms`,
        ),
        told('memory of the service after the heavy content', await memoryMb(stage.service.pid()), 'MB'),
      ]
    } finally {
      await puts.close()
    }
  })

interface HeavyContent {
  articleIds: string[]
  categoryId: string
  sessionIds: string[]
}

type Watch = (work: () => Promise<unknown>) => Promise<{ maxMs: number; p99Ms: number }>

/** Measures the sequential cached reads, uncached reads and writes of a tenant while some work runs. */
async function watcher({ service, load }: Stage, puts: LoadGenerator, other: BenchBroadcast): Promise<Watch> {
  const { authorization, broadcastId } = other
  const { body: written } = await other.call('POST', '/v1/events', event(0))
  const reads = Array.from({ length: 2_000 }, (_, index) => [
    requestText('GET', '/livez'),
    requestText('GET', '/v1/events', authorization),
    requestText('GET', `/v1/public/${broadcastId}/broadcastSessions?limit=${(index % 200) + 1}&skip=${index}`),
    requestText('GET', `/v1/public/${broadcastId}/now?at=2026-07-04T${String(index % 24).padStart(2, '0')}:00:00Z`),
  ]).flat()
  const writes = Array.from({ length: 200 }, (_, index) =>
    requestText('PUT', `/v1/events/${written.id}`, authorization, JSON.stringify(event(index))),
  )
  return async (work) => {
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    const latencies: number[] = []
    const until = async (generator: LoadGenerator, requests: string[], status: number) => {
      while (!isDone) {
        const outcome = await generator.run({ port: service.port, connections: 1, requests, durationMs: 250, status })
        latencies.push(...outcome.latenciesMs)
      }
    }
    await Promise.all([working, until(load, reads, 200), until(puts, writes, 200)])
    return { maxMs: latencies.reduce((a, b) => Math.max(a, b), 0), p99Ms: percentile(latencies, 0.99) }
  }
}

const event = (index: number) => ({
  title: `Concert ${index}`,
  start_time: '2026-07-04T18:00:00Z',
  end_time: '2026-07-04T19:00:00Z',
})

async function fill(heavy: BenchBroadcast, size: number): Promise<HeavyContent> {
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
function heavyArticle(index: number): object {
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

const text = (length: number) => 'lorem ipsum dolor sit amet '.repeat(Math.ceil(length / 27)).slice(0, length)

/** The requests of the heavy broadcast, run sequentially. */
function attacks(
  { service }: Stage,
  heavy: BenchBroadcast,
  content: HeavyContent,
): Record<string, () => Promise<unknown>> {
  const site = `/v1/public/${heavy.broadcastId}`
  const get = async (path: string, headers: Record<string, string> = heavy.authorization) => {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { headers })
    const bytes = await response.arrayBuffer()
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}`)
    return { status: response.status, text: () => new TextDecoder().decode(bytes) }
  }
  const expected = (statuses: number[], { status, body }: { status: number; body: unknown }, name: string) => {
    if (!statuses.includes(status)) throw new Error(`${name} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  }
  /** Invalidates the cache of the broadcast. */
  const touch = () =>
    heavy.call('PATCH', `${heavy.path}/broadcastCategories/${content.categoryId}`, {
      color: null,
      metadata: { at: performance.now() },
    })
  const thrice = (path: string) => async () => {
    await touch()
    await Promise.all(
      [1, 2, 3].map((turn) => get(`${path}${path.includes('?') ? '&' : '?'}locale=${['fr', 'en', 'es'][turn - 1]}`)),
    )
  }
  const once = (path: string) => async () => {
    await touch()
    await Promise.all([get(path), get(path)])
  }
  const bundle = async () => {
    await touch()
    for (let since = '', more = true; more; ) {
      const page = JSON.parse((await get(`${site}/bundle${since}`)).text())
      since = `?since=${page.cursor}`
      more = page.more
    }
  }
  const articles = `${heavy.path}/broadcastArticles`
  return {
    'articles.rss': thrice(`${site}/articles.rss`),
    'articles.atom': thrice(`${site}/articles.atom`),
    'articles.json': thrice(`${site}/articles.json`),
    bundle: bundle,
    'programme.ics': thrice(`${site}/programme.ics`),
    'schedule.xml': thrice(`${site}/schedule.xml`),
    'schedule.json': thrice(`${site}/schedule.json`),
    'programme.jsonld': thrice(`${site}/programme.jsonld`),
    'sitemap.xml': once(`${site}/sitemap.xml`),
    now: thrice(`${site}/now?at=2026-07-05T12:00:00Z`),
    'public list': thrice(`${site}/broadcastArticles?limit=15`),
    'public list with hosts': thrice(`${site}/broadcastSessions?limit=200&expand=hostIds`),
    'public search': once(`${site}/search?q=lorem`),
    'public article': async () => {
      await touch()
      for (const id of content.articleIds.slice(0, 8)) await get(`${site}/broadcastArticles/${id}`)
    },
    'list of Surface A': once('/v1/articles?limit=15'),
    'articles of Surface A': async () => {
      await touch()
      for (const id of content.articleIds.slice(0, 8)) await get(`/v1/articles/${id}`)
    },
    'all places of Surface A': once('/v1/places'),
    'list of Surface B': once(`${articles}?limit=15`),
    'list with a locale': thrice(`${articles}?limit=15`),
    'list with too much': once(`${articles}?limit=200`),
    changes: once(`${heavy.path}/changes?limit=1000`),
    table: once(`${articles}?format=csv`),
    search: once(`${heavy.path}/search?q=ipsum`),
    conflicts: once(`${heavy.path}/conflicts`),
    history: once(`${articles}/${content.articleIds[0]}/history`),
    'writes of articles': async () => {
      for (let index = 0; index < 8; index++) {
        const { content: html, contentFormat } = heavyArticle(index) as Record<string, string>
        const sent = { title: 'Heavy', content: `${html?.slice(0, 950_000)}!`, content_format: contentFormat ?? 'html' }
        expected([201], await heavy.call('POST', '/v1/articles', sent), 'POST article')
      }
    },
    'a batch': async () => {
      const operations = Array.from({ length: 8 }, (_, index) => ({ op: 'create', body: heavyArticle(index + 100) }))
      expected([200], await heavy.call('POST', `${articles}/batch`, { mode: 'atomic', operations }), 'batch')
    },
    'a batch of many': async () => {
      const operations = Array.from({ length: 500 }, (_, index) => ({
        op: 'create',
        body: { title: `s ${index}`, description: text(15_000) },
      }))
      expected(
        [200],
        await heavy.call('POST', `${heavy.path}/broadcastSessions/batch`, { mode: 'each', operations }),
        'batch',
      )
    },
    'bodies of nothing but brackets': async () => {
      const brackets = (count: number, one: string) => `{"title":"x","media":[${Array(count).fill(one).join(',')}]}`
      for (const body of [
        brackets(340_000, '{}'),
        brackets(500_000, '0'),
        brackets(19_000, '[]'),
        `{"title":"x","blocks":[${Array(9_000).fill('0').join(',')}]}`,
      ]) {
        const response = await fetch(`http://127.0.0.1:${service.port}${articles}`, {
          method: 'POST',
          headers: { ...heavy.authorization, 'content-type': 'application/json' },
          body,
        })
        await response.arrayBuffer()
        if (response.status >= 500) throw new Error(`brackets answered ${response.status}`)
      }
    },
    'revision, diff and restore': async () => {
      const made = await heavy.call('POST', `${heavy.path}/revisions`, { tos: { accepted: true }, title: 'Heavy' })
      expected([201], made, 'revision')
      await heavy.call('PATCH', `${heavy.path}/broadcastSessions/${content.sessionIds[1]}`, { title: 'Changed' })
      await get(`${heavy.path}/revisions/${made.body._id}/diff`)
      expected([200, 409], await heavy.call('POST', `${heavy.path}/revisions/${made.body._id}/restore`, {}), 'restore')
    },
    'a category that all sessions have is deleted': async () => {
      expected([200], await heavy.call('DELETE', `${heavy.path}/broadcastCategories/${content.categoryId}`), 'DELETE')
    },
  }
}
