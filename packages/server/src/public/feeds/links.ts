/** The URLs of the records in a feed. */
export interface Links {
  home(): string
  /** The URL of a record: a page of the organizers' website, or the public URL of the record itself. */
  to(plural: string, record: { _id: string; url?: unknown }): string
  /** The absolute URL of an image or document; null when it is not an http(s) URL. */
  file(address: unknown): string | null
}

export interface LinkOptions {
  /** The website of the organizers. */
  siteUrl: string | null
  /** Paths on it by the plural of a kind, such as `{"broadcastSessions": "/programme/{id}"}`. */
  paths: Record<string, string> | null
  /** The base URL of the public API of the broadcast: `https://host/v1/public/slug`. */
  apiUrl: string
}

export function createLinks({ siteUrl, paths, apiUrl }: LinkOptions): Links {
  const site = siteUrl === null ? null : findBase(siteUrl)
  const api = apiUrl.replace(/\/+$/, '')

  return {
    home: () => (site === null ? api : homeOf(siteUrl, site)),

    to(plural, { _id, url }) {
      const values = { plural, id: encodeURIComponent(_id) }
      if (site === null) return `${api}/${values.plural}/${values.id}`
      if (typeof url === 'string' && url.startsWith('/')) return new URL(site + url).href
      const template = paths !== null && Object.hasOwn(paths, plural) ? paths[plural] : undefined
      const path = filled(template ?? '/{plural}/{id}', values)
      // The slash in between prevents the path from becoming part of the host.
      return new URL(path.startsWith('/') ? site + path : `${site}/${path}`).href
    },

    // Files stored by the service have a relative path.
    file: (address) => (typeof address === 'string' ? findWebAddress(address, api) : null),
  }
}

/** An absolute, percent-encoded http(s) URL; null for any other scheme. An address that is one already stays as it was written. */
export function findWebAddress(address: string, base?: string): string | null {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return isEncoded(address) ? address : url.href
}

/** Absolute, and without a character that must be percent-encoded. */
const isEncoded = (address: string) => /^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/i.test(address)

/** The home page as the organizers write it, unless there is more to the address than its path. */
function homeOf(siteUrl: string | null, site: string): string {
  const written = siteUrl !== null && !/[?#@]/.test(siteUrl) ? findWebAddress(siteUrl) : null
  return written ?? new URL(`${site}/`).href
}

/** Origin and path without a trailing slash, so that paths can be appended. */
function findBase(address: string): string | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const filled = (template: string, values: Record<'plural' | 'id', string>) =>
  template.replaceAll(/\{(plural|id)\}/g, (_, name: 'plural' | 'id') => values[name])
