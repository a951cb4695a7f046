/** A session of a generated schedule. */
export interface Scheduled {
  guid: string
  title: string
  /** `HH:MM` on the day. */
  start: string
  room: string
  track?: string
  description?: string
  persons?: string[]
}

/** A frab schedule of one day. Persons have their names as ids. */
export function scheduleXml(sessions: Scheduled[], day = '2027-07-02'): string {
  const rooms = [...Map.groupBy(sessions, ({ room }) => room)].map(
    ([room, ofRoom]) => `<room name="${room}">${ofRoom.map((session) => eventXml(session, day)).join('')}</room>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<schedule>
<version>1</version>
<conference><acronym>nuits</acronym><title>Nuits du Port</title><start>${day}</start><end>${day}</end><days>1</days><timeslot_duration>00:05</timeslot_duration><time_zone_name>Europe/Paris</time_zone_name></conference>
<day index="1" date="${day}" start="${day}T06:00:00+02:00" end="2027-07-03T04:00:00+02:00">${rooms.join('')}</day>
</schedule>`
}

function eventXml({ guid, title, start, room, track, description, persons = [] }: Scheduled, day: string): string {
  const people = persons.map(
    (name) => `<person id="${name.length}${name.charCodeAt(0)}${name.charCodeAt(1)}">${name}</person>`,
  )
  return `<event guid="${guid}" id="${guid.slice(0, 8)}"><date>${day}T${start}:00+02:00</date><start>${start}</start><duration>01:00</duration><room>${room}</room><slug>${guid}</slug><title>${title}</title><subtitle/><track>${track ?? ''}</track><type>concert</type><language>fr</language><abstract/><description>${description ?? ''}</description><persons>${people.join('')}</persons><links/><attachments/></event>`
}

/** Distinct guids by number. */
export const guidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
