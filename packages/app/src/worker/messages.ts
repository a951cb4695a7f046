import { formatAddress, type SiteAddress } from '../address.ts'
import { textOr } from '../data/shown.ts'
import { destinationOf } from '../destination.ts'

/** A push message: a campaign of the organizers, a reminder, or a change of a starred session. */
export interface PushMessage {
  title?: string | null
  body?: string | null
  type?: 'campaign' | 'reminder' | 'change'
  campaign_id?: string
  session_id?: string
  locale?: string | null
  url?: string | null
  navigator?: unknown
}

/** The notification of a message. A second one of the same subject replaces the first. */
export function notificationOf(message: PushMessage, icon: string): { title: string; options: NotificationOptions } {
  const tag = message.session_id ?? message.campaign_id
  return {
    title: textOr(message.title, ' '),
    options: {
      body: textOr(message.body),
      icon,
      badge: icon,
      data: message,
      ...(tag !== undefined && { tag }),
      ...(message.locale && { lang: message.locale }),
    },
  }
}

/** The address that a message leads to: a link as it is, a screen of the site, or its start page. */
export function targetOf({ url, navigator, session_id, locale }: PushMessage, site: SiteAddress): string {
  if (url) return url
  const language = locale && site.locales.includes(locale) ? locale : site.main
  const destination = destinationOf(navigator)
  if (destination && 'url' in destination) return destination.url
  const route = destination?.route ?? (session_id ? { screen: 'session', id: session_id } : { screen: 'home' })
  return formatAddress(site, route as Parameters<typeof formatAddress>[1], language)
}
