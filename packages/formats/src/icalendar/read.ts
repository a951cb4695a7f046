import { type Collecting, collectProgramme } from '../collect.ts'
import { categoriesOf, namedEntries } from '../named.ts'
import { type Programme, Unreadable } from '../programme.ts'
import type { Source } from '../source.ts'
import { lineOf, present, textOf } from '../values.ts'
import { zoneNamed } from '../zones.ts'
import { type Component, componentsOf, propertyNamed, textNamed } from './components.ts'
import { contentLines } from './content-lines.ts'
import { eventsOf } from './events.ts'
import { addOccurrence } from './occurrence.ts'
import { calendarZones } from './when.ts'

/** Reads an iCalendar file. Recurring events become one session for each occurrence. */
export function readICalendar({ text, options, url }: Source): Programme {
  const file = collectProgramme('icalendar')
  const roots = componentsOf(contentLines(text, file.note), file.note).filter(({ name }) => name === 'vcalendar')
  const [first] = roots
  if (!first) throw new Unreadable('The file contains no calendar.', 'line 1')
  const timeZone = zoneNamed(textNamed(first, 'x-wr-timezone'), first.at, file.note)
  const place = namedEntries(file.place)
  const category = categoriesOf(file)
  for (const root of roots) {
    const zones = calendarZones(root, timeZone ?? options.timeZone, file.note)
    const context = { file, zones, place, category, base: url, calendarZone: timeZone, broadcastZone: options.timeZone }
    for (const occurrence of eventsOf(root, zones, file.note)) addOccurrence(occurrence, context)
    noteWhatIsNotRead(root, file)
  }
  noteFloating(roots, timeZone ?? options.timeZone, timeZone !== undefined, file)
  return file.finish(
    present({
      title: lineOf(textNamed(first, 'x-wr-calname') ?? textNamed(first, 'name')),
      description: textOf(textNamed(first, 'x-wr-caldesc')),
      timeZone,
    }),
  )
}

/** People of a calendar may be guests, organizers or speakers; no property says which, so they are not guessed. */
function noteWhatIsNotRead(root: Component, file: Collecting): void {
  const events = root.components.filter(({ name }) => name === 'vevent')
  const invited = events.filter((event) => propertyNamed(event, 'attendee') || propertyNamed(event, 'contact')).length
  if (invited > 0)
    file.note(
      'people_not_read',
      `${invited} events name attendees or contacts, who may be guests or speakers; they are not read as hosts.`,
    )
  const others = root.components.filter(({ name }) => ['vtodo', 'vjournal', 'vfreebusy'].includes(name)).length
  if (others > 0)
    file.note(
      'other_components',
      `${others} tasks, journals or busy times are not part of a programme and are left out.`,
    )
}

function noteFloating(roots: Component[], zone: string, isNamed: boolean, file: Collecting): void {
  const isFloating = (event: Component) => {
    const start = propertyNamed(event, 'dtstart')
    return start !== undefined && /T/i.test(start.raw) && !/Z$/i.test(start.raw) && !start.params.tzid
  }
  if (!isNamed && roots.some(({ components }) => components.some((one) => one.name === 'vevent' && isFloating(one))))
    file.note('assumed_time_zone', `Some events name no time zone; their local times are read in ${zone}.`)
}
