import { type Addressing, attachmentsOf, pictureOf, urlOf } from './addresses.ts'
import { type Collecting, collectProgramme, type Entry } from './collect.ts'
import { languagesOf } from './languages.ts'
import { categoriesOf, namedEntries } from './named.ts'
import { localized, type PretalxLists, pretalxLists, type Talk } from './pretalx-lists.ts'
import { type Programme, Unreadable } from './programme.ts'
import { noteAssumedZone, sessionTime, type Zoned, zonedIn } from './session-time.ts'
import type { Source } from './source.ts'
import { cutTo, descriptionOf, isAccepted, maxTitle, titleOf } from './texts.ts'
import { isObject, type Json, lineOf, objectsIn, present, textOf } from './values.ts'
import { zoneNamed } from './zones.ts'

/** Reads answers of pretalx's API: submissions, talks, schedules with slots, speakers, rooms, and the data of its schedule widget. */
export function readPretalx({ json, options, url }: Source): Programme {
  const lists = pretalxLists(json)
  if (!lists) throw new Unreadable('The file contains no talks, speakers or rooms of pretalx.', '/')
  const file = collectProgramme('pretalx-json')
  const timeZone = zoneNamed(lists.timeZone, '/timezone', file.note)
  const context: Context = {
    file,
    lists,
    base: url,
    zoned: zonedIn(timeZone, options.timeZone),
    speakers: new Map(),
    place: namedEntries(file.place, lists.rooms.map(roomOf)),
    category: categoriesOf(file),
  }
  if (lists.talks.length === 0) for (const room of lists.rooms) context.place(localized(room.name), '/')
  for (const { value, at } of lists.speakers) addSpeaker(value, at, context)
  for (const talk of lists.talks) addTalk(talk, context)
  noteAssumedZone(
    context.zoned,
    lists.talks.flatMap(({ slots }) => slots.map(({ start }) => textOf(start))),
    file.note,
  )
  if (lists.unexplained.size > 0)
    file.note(
      'not_expanded',
      `The file has only numbers for ${[...lists.unexplained].join(', ')}; ask pretalx with ?expand=…`,
    )
  if (lists.hasMore)
    file.note('more_pages', 'This is one page of several; ask pretalx for all entries with ?page_size=…')
  return file.finish(present({ title: localized(lists.title), timeZone }))
}

interface Context {
  file: Collecting
  lists: PretalxLists
  base: string | undefined
  zoned: Zoned
  speakers: Map<string, Entry>
  place: ReturnType<typeof namedEntries>
  category: ReturnType<typeof namedEntries>
}

const roomOf = (room: Json) => ({
  id: textOf(room.guid) ?? textOf(room.id),
  fields: present({ title: localized(room.name), description: localized(room.description) }),
})

function addSpeaker(speaker: Json, at: string, { file, speakers, base }: Context): Entry | undefined {
  const name = lineOf(localized(speaker.name) ?? localized(speaker.public_name))
  if (name === undefined) {
    file.note('no_name', 'A speaker has no name and is left out.', at)
    return undefined
  }
  const code = textOf(speaker.code) ?? textOf(speaker.id)
  const entry = file.host({
    id: code,
    at,
    fields: present({
      title: cutTo(name, maxTitle, at, file.note),
      description: descriptionOf([localized(speaker.biography)], at, file.note),
      media: pictureOf(speaker.avatar_url ?? speaker.avatar, { at, note: file.note, base }),
    }),
  })
  if (code !== undefined) speakers.set(code, entry)
  return entry
}

/** A talk that is given several times has a slot for each. */
function addTalk({ value, at, slots }: Talk, context: Context): void {
  const { file, lists, zoned, base } = context
  const { note } = file
  const title = titleOf(localized(value.title), at, file)
  if (title === undefined || !isAccepted(value.state, title, at, note)) return
  const addressing = { at, note, base }
  const code = textOf(value.code) ?? textOf(value.id)
  const track = context.category(lists.nameOf('tracks', value.track), at)
  const fields = present({
    title,
    description: descriptionOf([localized(value.abstract), localized(value.description)], at, note),
    categoryIds: track && [track],
    hostIds: [...new Set(hostsOf(value, at, context))],
    type: cutTo(lineOf(lists.nameOf('submission_types', value.submission_type)), 100, at, note),
    languages: languagesOf(value.content_locale, at, note),
    guid: cutTo(textOf(value.guid), 200, at, note),
    source: sourceOf(value, code, addressing),
    attachments: resourcesOf(value.resources, addressing),
    recording: value.do_not_record === true ? { isOptedOut: true } : undefined,
    media: pictureOf(value.image, addressing),
  })
  for (const [index, slot] of (slots.length > 0 ? slots : [{}]).entries()) {
    const room = slot.room ?? value.room
    file.session({
      id: index === 0 ? code : `${code ?? ''}/${textOf(slot.id) ?? index + 1}`,
      at,
      fields: {
        ...fields,
        time: sessionTime(timesOf(slot, value), zoned, at, note),
        ...present({ interestPointId: context.place(lists.nameOf('rooms', room), at) }),
      },
    })
  }
}

const timesOf = (slot: Json, talk: Json) => {
  const end = textOf(slot.end)
  const minutes = Number(textOf(slot.duration) ?? textOf(talk.duration))
  return { start: textOf(slot.start), end, ...(end === undefined && minutes > 0 && { minutes }) }
}

function hostsOf(talk: Json, at: string, context: Context): Entry[] {
  return (Array.isArray(talk.speakers) ? talk.speakers : []).flatMap((speaker) => {
    if (isObject(speaker)) return addSpeaker(speaker, at, context) ?? []
    const code = textOf(speaker) ?? ''
    const known = context.speakers.get(code)
    if (!known)
      context.file.note(
        'unknown_speaker',
        `The speaker “${code}” is not in the file; ask pretalx with ?expand=speakers.`,
        at,
      )
    return known ?? []
  })
}

function sourceOf(talk: Json, code: string | undefined, addressing: Addressing) {
  const url = urlOf(talk.url, addressing)
  return code === undefined && url === undefined ? undefined : present({ id: code?.slice(0, 200), url })
}

function resourcesOf(resources: unknown, addressing: Addressing) {
  const files = objectsIn(resources).map(({ resource, link, url, description }) => ({
    url: resource ?? link ?? url,
    label: localized(description),
  }))
  return attachmentsOf(files, addressing)
}
