/** @jsxImportSource preact */
import { type Crop, croppedUrl, pointWithin } from '@marquee/model'
import type { App } from '../app-context.ts'
import { useApp } from '../app-context.ts'
import { numberOr, type Shown, textOr, wordsOf } from '../data/shown.ts'
import { find } from '../data/site-data.ts'
import { classes, classOf } from '../look/rules.ts'

/** A media value resolved: its address, its size, and its alternative text. */
export interface Media {
  url: string
  alt: string
  width: number | undefined
  height: number | undefined
  focalPoint: Shown | undefined
  /** Whether the service makes smaller copies of it. */
  isStored: boolean
}

/** A media value is a URL, an object with one, or a reference to a media record. */
export function mediaOf({ data, locale }: Pick<App, 'data' | 'locale'>, value: unknown): Media | undefined {
  const own: Shown = typeof value === 'string' ? { url: value } : Object(value)
  const record = find(data, 'media', own.mediaId)
  const crop = own.url || !record?.crop ? undefined : (record.crop as Crop)
  const url = textOr(own.url) || croppedUrl(textOr(record?.mediaUrl), crop)
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(url)) return undefined
  return {
    url,
    alt: textOr(own.alt) || wordsOf(record, 'alt', locale),
    width: Math.round(numberOr(record?.width ?? own.width, 0) * (crop?.width ?? 1)) || undefined,
    height: Math.round(numberOr(record?.height ?? own.height, 0) * (crop?.height ?? 1)) || undefined,
    focalPoint: record?.focalPoint ? { ...pointWithin(Object(record.focalPoint), crop) } : undefined,
    isStored: /\/media\/[\da-f]{24}\//.test(url) && !/\.(?:svg|gif)(?:$|\?)/i.test(url),
  }
}

interface Props {
  value: unknown
  class?: string
  fit?: unknown
  /** For decorative pictures. */
  isDecorative?: boolean
  /** The width on the screen, for the choice among copies of different sizes. */
  sizes?: string
  /** The first picture of a screen is loaded at once. */
  isFirst?: boolean
}

/** A picture or a video of the broadcast. Renders nothing without one. */
export function Picture({ value, class: own, fit, isDecorative = false, sizes = '100vw', isFirst = false }: Props) {
  const media = mediaOf(useApp(), value)
  if (!media) return null
  const { url, width, height, focalPoint } = media
  const alt = isDecorative ? '' : media.alt
  const placed = classOf({
    objectFit: fit === 'contain' ? 'contain' : 'cover',
    ...(focalPoint && {
      objectPosition: `${numberOr(focalPoint.x, 0.5) * 100}% ${numberOr(focalPoint.y, 0.5) * 100}%`,
    }),
  })
  if (/\.(?:mp4|webm|mov)(?:$|\?)/i.test(url))
    return <video class={classes(own, placed)} src={url} muted playsInline controls preload="none" aria-label={alt} />
  const sized = (wide: number) => `${url}${url.includes('?') ? '&' : '?'}w=${wide}`
  const copies = media.isStored
    ? { srcset: widths.map((one) => `${sized(one)} ${one}w`).join(', '), sizes, src: sized(640) }
    : { src: url }
  return (
    <img
      class={classes(own, placed)}
      {...copies}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      {...(isFirst && { fetchpriority: 'high' })}
    />
  )
}

/** Steps of the service, so that each request matches a copy. */
const widths = [384, 640, 1024, 1600]
