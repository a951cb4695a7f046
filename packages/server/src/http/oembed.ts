import { invalid } from '@marquee/model'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../base/errors.ts'
import type { Website } from '../public/site.ts'
import type { SitePages } from '../site/pages.ts'
import type { Authorizer } from './authorize.ts'
import { isSiteName, siteUrlOf } from './site-address.ts'

interface Parts {
  pages: SitePages | undefined
  authorizer: Authorizer
  openWebsite(address: string, previewToken: string | null): Promise<Website>
  baseUrl: string
}

/** oEmbed (https://oembed.com): how another website shows a page of a site, given its address. JSON only. */
export function addOembed(app: FastifyInstance, parts: Parts): void {
  const { authorizer, pages, baseUrl } = parts
  app.get('/oembed', async (request, reply) => {
    authorizer.limitByAddress(request, { who: 'public', limit: 'reads' })
    const params = new URLSearchParams(request.url.split('?')[1])
    if ((params.get('format') ?? 'json') !== 'json')
      return reply.code(501).type('text/plain; charset=utf-8').send('The only format is json.')
    for (const name of ['maxwidth', 'maxheight']) {
      if (!/^[1-9]\d{0,5}$/.test(params.get(name) ?? '1'))
        throw invalid(`?${name}`, 'format', 'must be a number of pixels')
    }
    const { name, path } = pageAt(params.get('url') ?? '', baseUrl)
    const website = await parts.openWebsite(name, null)
    if (!pages || website.channel !== 'web') throw notFound()
    params.set('of', path)
    const file = await pages.file(website.site, {
      ...{ channel: website.channel, base: '', siteUrl: siteUrlOf(baseUrl, website), api: '' },
      ...{ path: '/oembed.json', search: `?${params}` },
    })
    if (!file) throw notFound()
    return reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
      .type(file.type)
      .send(file.content)
  })
}

/** The site and the page of an address: below a slug of this service, or at a domain of its own. */
function pageAt(address: string, baseUrl: string): { name: string; path: string } {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) throw notFound()
  const isHere = url.host === new URL(baseUrl).host
  const [, slug = '', path = ''] = /^\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? []
  const name = isHere ? slug : url.hostname
  if (!isSiteName(name)) throw notFound()
  return { name, path: `${isHere ? path || '/' : url.pathname}${url.search}` }
}
