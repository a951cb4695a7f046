import type { BenchBroadcast, BenchService } from '../../bench/service.ts'
import { type HeavyContent, heavyArticle, text } from './content.ts'

/** The requests of the heavy broadcast, run sequentially. */
export function attacks(
  service: BenchService,
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
