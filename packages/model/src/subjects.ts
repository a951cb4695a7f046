import { impersonalText, type Screen, screens } from './visitor-events.ts'

/** What an event is about: a record, by its kind and id; else a screen, an hour of the day or a searched text. */
export interface Subject {
  about: string
  subject: string
}

/** Subjects that are no records. */
export const subjectNames = { screen: 'screen', hour: 'hour', text: 'text' } as const

/** The subjects that an analytics event counts for, by the rules of the visitors' site. Apps may send other events; these have none. */
export function subjectsOf(type: string, metadata: Record<string, unknown>, hour: number): Subject[] {
  const { screen, id, text, locale } = metadata
  switch (type) {
    case 'page.viewed':
      return [{ about: subjectNames.hour, subject: String(hour) }, ...shownBy(screen, id)]
    case 'share':
      return shownBy(screen, id)
    case 'favorite.added':
    case 'favorite.removed':
      return isId(id) ? [{ about: screens.session, subject: id }] : []
    case 'campaign.opened':
      return isId(id)
        ? [
            { about: campaign, subject: id },
            { about: campaign, subject: openingOf(id, hour, locale) },
          ]
        : []
    case 'search.empty': {
      const searched = typeof text === 'string' ? impersonalText(text) : undefined
      return searched === undefined ? [] : [{ about: subjectNames.text, subject: searched }]
    }
    default:
      return []
  }
}

/** A record with details: its id comes first, so that counting finds out whether the record exists. */
function openingOf(id: string, hour: number, locale: unknown): string {
  const isTag = typeof locale === 'string' && /^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8}){0,3}$/.test(locale)
  return `${id} ${hour} ${isTag ? locale : unknownLanguage}`
}

/** The tag of texts in no known language. */
export const unknownLanguage = 'und'

const campaign = 'broadcastCampaign'

/** The screen that shows records of a kind. */
export function screenOf(kind: string): Screen | undefined {
  return (Object.keys(screens) as Screen[]).find((screen) => screens[screen] === kind)
}

function shownBy(screen: unknown, id: unknown): Subject[] {
  if (typeof screen !== 'string' || !Object.hasOwn(screens, screen)) return []
  const kind = screens[screen as Screen]
  return [kind && isId(id) ? { about: kind, subject: id } : { about: subjectNames.screen, subject: screen }]
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)
