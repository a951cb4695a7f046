/** Where the picture of a media value is, whichever of its forms it has: an address, or an object with one. */
export function mediaUrlOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value !== 'object' || value === null) return undefined
  const { mediaUrl, url, src } = value as { mediaUrl?: unknown; url?: unknown; src?: unknown }
  return [mediaUrl, url, src].find((one): one is string => typeof one === 'string' && one !== '')
}

export function mediaIdOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null ? (value as { mediaId?: unknown }).mediaId : undefined
  return typeof id === 'string' ? id : undefined
}
