import { useRecord } from '../data/records.ts'
import { mediaIdOf, mediaUrlOf } from '../fields/media-value.ts'
import { textOr } from './words.ts'

/** The URL of a media value: its own, or that of the media record it refers to. */
export function useMediaUrl(value: unknown): string | undefined {
  const own = mediaUrlOf(value)
  const { data } = useRecord('media', own === undefined ? mediaIdOf(value) : undefined)
  return own ?? data?.record.mediaUrl
}

interface Props {
  value: unknown
  className?: string | undefined
  fit?: unknown
  /** For decorative pictures. */
  isDecorative?: boolean
}

/** A picture or a video of the broadcast. Renders nothing without one. */
export function Picture({ value, className, fit, isDecorative = false }: Props) {
  const url = useMediaUrl(value)
  if (url === undefined) return null
  const alt = isDecorative ? '' : textOr(Object(value).alt)
  const objectFit = fit === 'contain' ? 'contain' : 'cover'
  if (/\.(?:mp4|webm|mov)(?:$|\?)/i.test(url)) {
    return <video className={className} src={url} muted playsInline controls aria-label={alt} style={{ objectFit }} />
  }
  return <img className={className} src={url} alt={alt} loading="lazy" style={{ objectFit }} />
}
