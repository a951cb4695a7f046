import type { RawLink } from '../addresses.ts'

/** A schedule as frab, pentabarf, pretalx and c3voc write it, in XML or JSON, before anything is interpreted. */
export interface Schedule {
  /** Where it says what the conference is. */
  at: string
  /** The program that wrote it. */
  generator: string | undefined
  title: string | undefined
  url: string | undefined
  timeZone: string | undefined
  /** Times before it belong to the next date: `06:00`. */
  dayChange: string | undefined
  baseUrl: string | undefined
  rooms: { name: string; guid: string | undefined; description: string | undefined }[]
  tracks: { name: string; color: string | undefined }[]
  /** People who are described apart from the events, by id. */
  people: Map<string, Person>
  events: Event[]
}

export interface Event {
  at: string
  guid: string | undefined
  id: string | undefined
  slug: string | undefined
  url: string | undefined
  /** The date of the day that it is listed under. */
  day: Day | undefined
  date: string | undefined
  start: string | undefined
  end: string | undefined
  duration: string | undefined
  room: string | undefined
  title: string | undefined
  subtitle: string | undefined
  track: string | undefined
  type: string | undefined
  language: string | undefined
  abstract: string | undefined
  description: string | undefined
  logo: string | undefined
  feedbackUrl: string | undefined
  recording: { url: string | undefined; license: string | undefined; optOut: string | undefined }
  persons: Person[]
  links: RawLink[]
  attachments: RawLink[]
}

export interface Day {
  date: string | undefined
  start: string | undefined
}

export interface Person {
  id: string | undefined
  guid: string | undefined
  name: string | undefined
  texts: (string | undefined)[]
  picture: string | undefined
  links: RawLink[]
}
