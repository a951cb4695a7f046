import { languagesOf } from './languages.ts'
import { isObject, type Json, lineOf, objectsIn, textOf } from './values.ts'

interface Located {
  value: Json
  at: string
}

/** The views of Sessionize, brought into one form. */
export interface SessionizeViews {
  sessions: Located[]
  speakers: Located[]
  rooms: { id: string | undefined; name: string }[]
  /** Items of categories by id. */
  items: Map<string, { role: ItemRole; name: string }>
  /** Questions that are answered with a web address, by id. */
  linkQuestions: Map<string, string>
}

export type ItemRole = 'category' | 'type' | 'language'

export function viewsOf(json: unknown): SessionizeViews | undefined {
  if (isObject(json)) return ofEverything(json)
  const first = objectsIn(json)[0]
  if (!first) return undefined
  if ('timeSlots' in first || 'rooms' in first) return ofGrid(objectsIn(json))
  if ('sessions' in first && 'groupId' in first) return ofGroups(objectsIn(json))
  return { sessions: [], speakers: locatedIn(json, ''), rooms: [], items: new Map(), linkQuestions: new Map() }
}

const locatedIn = (list: unknown, path: string): Located[] =>
  (Array.isArray(list) ? list : []).flatMap((value, index) =>
    isObject(value) ? [{ value, at: `${path}/${index}` }] : [],
  )

function ofEverything(json: Json): SessionizeViews {
  return {
    sessions: locatedIn(json.sessions, '/sessions'),
    speakers: locatedIn(json.speakers, '/speakers'),
    rooms: roomsIn(json.rooms),
    linkQuestions: new Map(
      objectsIn(json.questions)
        .filter(isLinkQuestion)
        .map((question) => [textOf(question.id) ?? '', lineOf(question.question) ?? '']),
    ),
    items: new Map(
      objectsIn(json.categories).flatMap((group) =>
        objectsIn(group.items).flatMap((item) => {
          const [id, name] = [textOf(item.id), lineOf(item.name)]
          if (id === undefined || name === undefined) return []
          return [[id, { role: roleOfGroup(lineOf(group.title), name), name }]]
        }),
      ),
    ),
  }
}

export const isLinkQuestion = ({ questionType }: Json) => /^web_address$/i.test(textOf(questionType) ?? '')

/** Days of rooms of sessions. A session for everybody is listed in several rooms of its time slot, but once among the rooms. */
function ofGrid(days: Json[]): SessionizeViews {
  const sessions = days.flatMap((day, index) =>
    objectsIn(day.rooms).flatMap((room, roomIndex) =>
      locatedIn(room.sessions, `/${index}/rooms/${roomIndex}/sessions`).map(({ value, at }) => ({
        value: { room: room.name, ...value } as Json,
        at,
      })),
    ),
  )
  const unique = new Map(sessions.map((session) => [textOf(session.value.id) ?? session.at, session]))
  return {
    sessions: [...unique.values()],
    speakers: [],
    rooms: days.flatMap((day) => roomsIn(day.rooms)),
    items: new Map(),
    linkQuestions: new Map(),
  }
}

function ofGroups(groups: Json[]): SessionizeViews {
  const sessions = groups.flatMap((group, index) => locatedIn(group.sessions, `/${index}/sessions`))
  const rooms = sessions.flatMap(({ value }) => roomsIn([{ id: value.roomId, name: value.room }]))
  return { sessions, speakers: [], rooms, items: new Map(), linkQuestions: new Map() }
}

const roomsIn = (rooms: unknown) =>
  objectsIn(rooms).flatMap((room) => {
    const name = lineOf(room.name)
    return name === undefined ? [] : [{ id: textOf(room.id), name }]
  })

/** Organizers name the groups of their categories as they like; these names can only mean one thing. */
export function roleOfGroup(group: string | undefined, item: string): ItemRole {
  if (/^(?:session )?(?:format|type)s?$/i.test(group ?? '')) return 'type'
  const isLanguage = /^(?:session |talk )?(?:language|sprache|langue|idioma|lingua|taal)s?$/i.test(group ?? '')
  return isLanguage && languagesOf(item, '', () => {}).length > 0 ? 'language' : 'category'
}
