import { type Shown, textOr } from '../data/shown.ts'
import { find, type SiteData } from '../data/site-data.ts'

/** The URL of a font file: one elsewhere on the web, or that of an uploaded font. */
export function fontUrlIn(data: SiteData): (weight: Shown) => string | undefined {
  return (weight) => {
    const url = textOr(weight.url) || textOr(find(data, 'media', weight.mediaId)?.mediaUrl)
    return /^(?:https?:|\/(?!\/))/.test(url) ? url : undefined
  }
}
