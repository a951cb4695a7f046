import { calendarOf, programmeOf } from '../data/programme.ts'
import { wordsOf } from '../data/shown.ts'
import { find, type SiteData } from '../data/site-data.ts'
import { formatDate, formatMoment } from '../format.ts'
import { lookOf } from '../look/look.ts'
import { mediaOf } from '../parts/picture.tsx'
import type { PictureFacts, SiteRequest } from '../rendering.ts'
import { appAt } from './site-request.ts'

export async function pictureFacts(data: SiteData, request: SiteRequest): Promise<PictureFacts | undefined> {
  const app = await appAt(data, request)
  if (!app) return undefined
  const { broadcast } = data
  const { locale, route } = app
  const look = lookOf(broadcast, 'own')
  const { timezone } = calendarOf(data)
  const record = 'id' in route ? find(data, route.screen, route.id) : undefined
  if ('id' in route && !record) return undefined
  const slot = 'id' in route ? programmeOf(data).byId.get(route.id) : undefined
  const first = programmeOf(data).slots[0]
  const place = slot && wordsOf(find(data, 'place', slot.placeId), 'title', locale)
  const name = wordsOf(broadcast, 'name', locale)
  return {
    name,
    title: (record && wordsOf(record, 'title', locale)) || name,
    detail: slot
      ? [formatMoment(slot.startMs, timezone, locale), place].filter(Boolean).join(' · ')
      : record
        ? name
        : first
          ? formatDate(first.startMs, timezone, locale)
          : wordsOf(broadcast, 'shortDescription', locale),
    background: look['--app-background'] ?? '#ffffff',
    text: look['--app-text'] ?? '#000000',
    primary: look['--app-primary'] ?? '#000000',
    primaryText: look['--app-primary-text'] ?? '#ffffff',
    logo: mediaOf(app, Object(broadcast.theme).logo ?? Object(broadcast.appBar).logo)?.url,
  }
}
