import { type Addressing, linksOf, pictureOf, urlOf } from './addresses.ts'
import { type Collecting, collectProgramme, type Entry } from './collect.ts'
import { languagesOf } from './languages.ts'
import { categoriesOf, namedEntries } from './named.ts'
import { type Programme, Unreadable } from './programme.ts'
import { noteAssumedZone, sessionTime, type Zoned, zonedIn } from './session-time.ts'
import { isLinkQuestion, roleOfGroup, type SessionizeViews, viewsOf } from './sessionize-views.ts'
import type { Source } from './source.ts'
import { cutTo, descriptionOf, isAccepted, maxTitle, titleOf } from './texts.ts'
import { isObject, type Json, lineOf, objectsIn, present, textOf } from './values.ts'

/**
 * Reads the JSON of Sessionize: everything, the grid, sessions by group, or speakers. Files that conference apps derive from it
 * (`speakerIds`, `location`, `tags`) are read as well.
 */
export function readSessionize({ json, options, url }: Source): Programme {
  const views = viewsOf(json)
  if (!views) throw new Unreadable('The file contains no sessions or speakers of Sessionize.', '/')
  const file = collectProgramme('sessionize-json')
  const speakers = new Map<string, Entry>()
  const context: Context = {
    file,
    views,
    speakers,
    roomNames: new Map(views.rooms.map(({ id, name }) => [id, name])),
    base: url,
    zoned: zonedIn(undefined, options.timeZone),
    place: namedEntries(
      file.place,
      views.rooms.map(({ id, name }) => ({ id, fields: { title: name } })),
    ),
    category: categoriesOf(file),
  }
  for (const { value, at } of views.speakers) addSpeaker(value, at, context)
  for (const { value, at } of views.sessions) addSession(value, at, context)
  noteAssumedZone(
    context.zoned,
    views.sessions.map(({ value }) => textOf(value.startsAt)),
    file.note,
  )
  return file.finish({})
}

interface Context {
  file: Collecting
  views: SessionizeViews
  speakers: Map<string, Entry>
  roomNames: Map<string | undefined, string>
  base: string | undefined
  zoned: Zoned
  place: ReturnType<typeof namedEntries>
  category: ReturnType<typeof namedEntries>
}

function addSpeaker(speaker: Json, at: string, { file, speakers, base }: Context): Entry | undefined {
  const name =
    lineOf(speaker.fullName) ??
    lineOf(speaker.name) ??
    lineOf([speaker.firstName, speaker.lastName].map((part) => textOf(part) ?? '').join(' '))
  if (name === undefined) {
    file.note('no_name', 'A speaker has no name and is left out.', at)
    return undefined
  }
  const addressing = { at, note: file.note, base }
  const id = textOf(speaker.id)
  const entry = file.host({
    id,
    at,
    fields: present({
      title: cutTo(name, maxTitle, at, file.note),
      subtitle: cutTo(lineOf(speaker.tagLine ?? speaker.position), maxTitle, at, file.note),
      description: descriptionOf([speaker.bio ?? speaker.description], at, file.note),
      media: pictureOf(speaker.profilePicture ?? speaker.photoUrl, addressing),
      links: linksOf(
        objectsIn(speaker.links).map((link) => ({ url: link.url, label: link.title, type: link.linkType })),
        addressing,
      ),
    }),
  })
  if (id !== undefined) speakers.set(id, entry)
  return entry
}

function addSession(session: Json, at: string, context: Context): void {
  const { file, views, zoned, base } = context
  const { note } = file
  const title = titleOf(session.title, at, file)
  if (title === undefined || !isAccepted(session.status, title, at, note)) return
  const addressing = { at, note, base }
  const id = textOf(session.id)
  const items = itemsOf(session, views)
  const categories = items.filter(({ role }) => role === 'category').map(({ name }) => context.category(name, at))
  const room = lineOf(session.room) ?? lineOf(session.location) ?? context.roomNames.get(textOf(session.roomId))
  file.session({
    id,
    at,
    fields: present({
      title,
      description: descriptionOf([session.description], at, note),
      time: sessionTime({ start: textOf(session.startsAt), end: textOf(session.endsAt) }, zoned, at, note),
      categoryIds: [...new Set(categories)].filter((entry) => entry !== undefined),
      hostIds: [...new Set(hostsOf(session, at, context))],
      interestPointId: context.place(room, at),
      type: cutTo(items.find(({ role }) => role === 'type')?.name, 100, at, note),
      languages: languagesIn(items),
      source: id === undefined ? undefined : { id: id.slice(0, 200) },
      links: sessionLinks(session, views, addressing),
      recording: recordingOf(session, addressing),
    }),
  })
}

function hostsOf(session: Json, at: string, context: Context): Entry[] {
  const mentioned = [session.speakers, session.speakerIds].flatMap((list) => (Array.isArray(list) ? list : []))
  return mentioned.flatMap((speaker) => {
    const id = textOf(isObject(speaker) ? speaker.id : speaker)
    const known = context.speakers.get(id ?? '')
    if (known) return [known]
    const added = isObject(speaker) ? addSpeaker(speaker, at, context) : undefined
    if (!added && !isObject(speaker))
      context.file.note('unknown_speaker', `The speaker “${id ?? ''}” is not in the file.`, at)
    return added ? [added] : []
  })
}

interface Item {
  role: 'category' | 'type' | 'language'
  name: string
}

/** The items of categories: as ids of a list of all categories, as groups within the session, or as tags. */
function itemsOf(session: Json, { items }: SessionizeViews): Item[] {
  const byId = (Array.isArray(session.categoryItems) ? session.categoryItems : []).flatMap(
    (id) => items.get(textOf(id) ?? '') ?? [],
  )
  const inGroups = objectsIn(session.categories).flatMap((group) =>
    objectsIn(group.categoryItems).flatMap(({ name }) => {
      const item = lineOf(name)
      return item === undefined ? [] : [{ role: roleOfGroup(lineOf(group.name), item), name: item }]
    }),
  )
  const tags = (Array.isArray(session.tags) ? session.tags : []).flatMap((tag) => lineOf(tag) ?? [])
  return [...byId, ...inGroups, ...tags.map((name) => ({ role: 'category' as const, name }))]
}

/** Names of languages are the rule here, so they are no repair. */
const languagesIn = (items: Item[]) => [
  ...new Set(items.filter(({ role }) => role === 'language').flatMap(({ name }) => languagesOf(name, '', () => {}))),
]

/** Answers to questions for an address are links; other answers are not for visitors. */
function sessionLinks(session: Json, { linkQuestions }: SessionizeViews, addressing: Addressing) {
  const answers = objectsIn(session.questionAnswers).flatMap((answer) => {
    const asked =
      linkQuestions.get(textOf(answer.questionId) ?? '') ?? (isLinkQuestion(answer) ? answer.question : undefined)
    return asked === undefined ? [] : [{ url: answer.answerValue ?? answer.answer, label: asked }]
  })
  return linksOf([...(session.liveUrl ? [{ url: session.liveUrl, type: 'live' }] : []), ...answers], addressing)
}

function recordingOf(session: Json, addressing: Addressing) {
  const url = urlOf(session.recordingUrl ?? session.videoUrl, addressing)
  return url === undefined ? undefined : { url }
}
