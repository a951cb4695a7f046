/** Where people find what a feed speaks of. */
export interface Links {
  home(): string
  /** Where a record is shown: a page of the organisers' website, or the public address of the record itself. */
  to(plural: string, record: { _id: string; url?: unknown }): string
  /** The whole address of a picture or document; null when it is none that a browser opens. */
  file(address: unknown): string | null
}

export interface LinkOptions {
  /** The website of the organisers. */
  siteUrl: string | null
  /** Paths on it by the plural of a kind, such as `{"broadcastSessions": "/programme/{id}"}`. */
  paths: Record<string, string> | null
  /** Where the public surface of the broadcast is: `https://host/v1/public/slug`. */
  apiUrl: string
}

export function createLinks({ siteUrl, paths, apiUrl }: LinkOptions): Links {
  const site = siteUrl === null ? null : findBase(siteUrl)
  const api = apiUrl.replace(/\/+$/, '')

  return {
    home: () => (site === null ? api : new URL(`${site}/`).href),

    to(plural, { _id, url }) {
      const values = { plural, id: encodeURIComponent(_id) }
      if (site === null) return `${api}/${values.plural}/${values.id}`
      if (typeof url === 'string' && url.startsWith('/')) return new URL(site + url).href
      const template = paths !== null && Object.hasOwn(paths, plural) ? paths[plural] : undefined
      const path = filled(template ?? '/{plural}/{id}', values)
      // The slash in between keeps a path from becoming a part of the host.
      return new URL(path.startsWith('/') ? site + path : `${site}/${path}`).href
    },

    // What the service keeps itself is named by a path of its own.
    file: (address) => (typeof address === 'string' ? findWebAddress(address, api) : null),
  }
}

/** An address with scheme http or https, made whole and escaped; null for any other. */
export function findWebAddress(address: string, base?: string): string | null {
  const url = URL.parse(address, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** Origin and path, without an end, so that paths can be put behind it. */
function findBase(address: string): string | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const filled = (template: string, values: Record<'plural' | 'id', string>) =>
  template.replaceAll(/\{(plural|id)\}/g, (_, name: 'plural' | 'id') => values[name])
