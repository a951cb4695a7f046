/** The address of the site of a channel: at its own domain, or below that of the service. Undefined while it has neither. */
export function siteAddress(channel: Record<string, unknown>): string | undefined {
  const { domain } = channel
  return typeof domain === 'string' && domain !== '' ? `https://${domain}/` : slugAddress(channel)
}

/** The address below that of the service, which also serves the studio. */
export function slugAddress({ slug }: Record<string, unknown>): string | undefined {
  return typeof slug === 'string' && slug !== '' ? `${serviceOrigin()}/${slug}/` : undefined
}

export const serviceOrigin = () => globalThis.location?.origin ?? ''

/** An address as people read and say it. */
export const shortAddress = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
