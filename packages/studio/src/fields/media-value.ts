import { type Crop, croppedUrl, isWebUrl } from '@marquee/model'

/** The URL of the picture of a media value or record: a string, or an object with one. */
export function mediaUrlOf(value: unknown): string | undefined {
  if (typeof value === 'string') return isShowable(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { mediaUrl, url, src, crop } = value as { mediaUrl?: unknown; url?: unknown; src?: unknown; crop?: Crop | null }
  const shown = [mediaUrl, url, src].find(isShowable)
  return shown && croppedUrl(shown, crop)
}

/** The service stores any JSON as a media value, so URLs are checked where they are used. */
function isShowable(url: unknown): url is string {
  return typeof url === 'string' && url !== '' && isWebUrl(url, 'https://studio.invalid/')
}

export function mediaIdOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null ? (value as { mediaId?: unknown }).mediaId : undefined
  return typeof id === 'string' ? id : undefined
}
