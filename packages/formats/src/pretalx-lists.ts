import { isObject, type Json, objectsIn, textOf } from './values.ts'

export interface Talk {
  value: Json
  at: string
  slots: Json[]
}

/** The answers of pretalx's API in one form, whatever its version and the fields that were expanded. */
export interface PretalxLists {
  title: unknown
  timeZone: unknown
  talks: Talk[]
  speakers: { value: Json; at: string }[]
  rooms: Json[]
  hasMore: boolean
  /** Lists whose entries are numbers that the file does not explain. */
  unexplained: Set<string>
  /** The name of a room, track or type: written in place, within an object, or by the id of a list. */
  nameOf(list: 'rooms' | 'tracks' | 'submission_types', value: unknown): string | undefined
}

export function pretalxLists(json: unknown): PretalxLists | undefined {
  const top = isObject(json) ? json : {}
  const entries = Array.isArray(json) ? json : (top.results ?? top.talks ?? top.submissions ?? top.slots ?? [json])
  const path = Array.isArray(json)
    ? ''
    : `/${['results', 'talks', 'submissions', 'slots'].find((key) => key in top) ?? ''}`
  const listed = (Array.isArray(entries) ? entries : []).flatMap((value, index) =>
    isObject(value) ? [{ value, at: `${path}/${index}` }] : [],
  )
  if (listed.length === 0 && !Array.isArray(entries)) return undefined
  const talks = talksOf(listed)
  const isSpeaker = ({ value }: { value: Json }) => 'code' in value && 'name' in value && !('title' in value)
  const isRoom = ({ value }: { value: Json }) => 'name' in value && !('code' in value) && !('title' in value)
  const rooms = [...objectsIn(top.rooms), ...listed.filter(isRoom).map(({ value }) => value)]
  const names = { rooms: byId(rooms), tracks: byId(top.tracks), submission_types: byId(top.submission_types) }
  const unexplained = new Set<string>()
  for (const { value } of talks) if (isNumbers(value.slots)) unexplained.add('slots')
  return {
    unexplained,
    title: top.title ?? (isObject(top.event) ? top.event.name : undefined),
    timeZone: top.timezone,
    talks,
    speakers: [
      ...objectsIn(top.speakers).map((value, index) => ({ value, at: `/speakers/${index}` })),
      ...listed.filter(isSpeaker),
    ],
    rooms,
    hasMore: textOf(top.next) !== undefined,
    nameOf: (list, value) => {
      if (typeof value === 'number') {
        const name = localized(names[list].get(value)?.name)
        if (name === undefined) unexplained.add(list)
        return name
      }
      return isObject(value) && 'name' in value ? localized(value.name) : localized(value)
    },
  }
}

const byId = (list: unknown) => new Map(objectsIn(list).map((item) => [item.id, item]))

const isNumbers = (value: unknown) => Array.isArray(value) && value.some((item) => typeof item === 'number')

/** Submissions with slots, or slots with their submission. */
function talksOf(listed: { value: Json; at: string }[]): Talk[] {
  const talks = new Map<string, Talk>()
  for (const { value, at } of listed) {
    const talk = isObject(value.submission) ? value.submission : value
    if (!('title' in talk)) continue
    const slots = isObject(value.submission) ? [value] : slotsOf(value)
    const code = textOf(talk.code) ?? at
    const known = isObject(value.submission) ? talks.get(code) : undefined
    if (known) known.slots.push(...slots)
    else talks.set(talks.has(code) ? at : code, { value: talk, at, slots })
  }
  return [...talks.values()]
}

function slotsOf(talk: Json): Json[] {
  const slots = objectsIn(talk.slots)
  if (slots.length > 0) return slots
  if (isObject(talk.slot)) return [talk.slot]
  return 'start' in talk ? [{ start: talk.start, end: talk.end }] : []
}

/** A text in several languages is read in the first that it has; English comes first. */
export function localized(value: unknown): string | undefined {
  if (!isObject(value)) return textOf(value)
  return (
    textOf(value.en) ??
    Object.values(value)
      .map(textOf)
      .find((text) => text !== undefined)
  )
}
