import { category } from '../categories.ts'
import { pictureOf } from '../pictures.ts'
import { type DemoRecord, type Id, record } from '../record.ts'
import { halves, localized } from '../text.ts'
import { detailBlocks } from './details.ts'
import { drafts } from './drafts.ts'
import { friday } from './friday.ts'
import { saturday } from './saturday.ts'
import type { Session } from './session.ts'
import { sunday } from './sunday.ts'

export const timezone = 'Europe/Paris'
export const dayStart = '06:00'
/** Days of July 2027. */
const days = { friday: 2, saturday: 3, sunday: 4 }

export function sessions(id: Id): DemoRecord[] {
  return [
    ...friday.map((session) => sessionRecord(id, session, days.friday, 'published')),
    ...saturday.map((session) => sessionRecord(id, session, days.saturday, 'published')),
    ...sunday.map((session) => sessionRecord(id, session, days.sunday, 'published')),
    ...drafts.map((session) => sessionRecord(id, session, days.saturday, 'draft')),
  ]
}

function sessionRecord(id: Id, session: Session, day: number, status: 'published' | 'draft'): DemoRecord {
  const blocksOf = detailBlocks[session.name]
  return record(id, 'broadcastSession', `session-${session.name}`, {
    ...localized((locale, say) => {
      const [title, description] = halves(session.text, locale)
      return { title, description, ...(blocksOf && { blocks: blocksOf(say, id) }) }
    }),
    defaultLocale: 'fr',
    status,
    ...(session.hours && { time: time(day, session.hours) }),
    categoryIds: [id(`category-${session.category}`)],
    hostIds: session.hosts.map((name) => id(`host-${name}`)),
    interestPointId: id(`place-${session.stage}`),
    broadcastMapId: id('map-festival'),
    color: category(session.category).color,
    ...pictureOf(id, session.name, ...session.hosts),
  })
}

function time(day: number, hours: string) {
  const [start = '', end = ''] = hours.split('-')
  return { start: instant(day, start), end: instant(day, end), timezone, allDay: false }
}

/** Paris has summer time during the whole festival. */
function instant(day: number, clock: string): string {
  const date = clock < dayStart ? day + 1 : day
  return `2027-07-0${date}T${clock}:00+02:00`
}
