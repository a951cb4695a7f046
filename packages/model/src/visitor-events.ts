import type { Static, TSchema } from 'typebox'
import { ByType, Choice, Instant, LanguageTag, ObjectId, Shape } from './shapes/scalars.ts'
import Type from './type.ts'

/** The screens of the visitors' site, each with the kind of the record that it shows, if any. */
export const screens = {
  home: null,
  programme: null,
  now: null,
  session: 'broadcastSession',
  host: 'broadcastHost',
  hosts: null,
  place: 'broadcastInterestPoint',
  places: null,
  map: 'broadcastMap',
  article: 'broadcastArticle',
  articles: null,
  page: 'broadcastPage',
  form: 'broadcastNetworkingForm',
  search: null,
  plan: null,
  settings: null,
  kiosk: null,
  embed: null,
} as const

export type Screen = keyof typeof screens

const Screen = Type.Unsafe<Screen>({ ...Choice(...(Object.keys(screens) as Screen[])), title: 'VisitorScreen' })
const shown = Shape({ screen: Screen, id: Type.Optional(ObjectId) })
const session = Shape({ id: ObjectId })
const Nothing = Type.Unsafe<Record<string, never>>({ type: 'object', maxProperties: 0 })

const visitorEvents = [
  // The browser remembers the day of its last visit, so that the number of visits is the number of visitors.
  Shape({
    type: Type.Literal('visit'),
    metadata: Type.Optional(Nothing),
    occurredAt: Type.Optional(Instant),
  }),
  event('page.viewed', shown),
  event('favorite.added', session),
  event('favorite.removed', session),
  event('share', shown),
  // The notification of a campaign was pressed; `locale` is that of its message.
  event('campaign.opened', Shape({ id: ObjectId, locale: Type.Optional(LanguageTag) })),
  event(
    'search.empty',
    Shape({
      text: Type.String({
        minLength: 1,
        maxLength: 80,
        description: 'A search without results. One that could be personal is not stored.',
      }),
    }),
  ),
] as const

/** An event of the visitors' site. Visitors need no token for these, because nothing in them identifies a person. */
export const VisitorEvent = ByType('VisitorEvent', visitorEvents)
export const visitorEventTypes = visitorEvents.map(({ properties }) => properties.type.const)

export type VisitorEvent = Static<typeof VisitorEvent>

function event<const T extends string, M extends TSchema>(type: T, metadata: M) {
  return Shape({ type: Type.Literal(type), metadata, occurredAt: Type.Optional(Instant) })
}

/** The event as it is stored; undefined when it must not be, because its text could be personal. */
export function impersonal<E extends VisitorEvent>(sent: E): E | undefined {
  if (sent.type !== 'search.empty') return sent
  const text = impersonalText(sent.metadata.text)
  return text === undefined ? undefined : { ...sent, metadata: { text } }
}

/** A searched text in one spelling; undefined when it could be an address or a number of a person. */
export function impersonalText(sent: string): string | undefined {
  if (sent.length > 4 * maxText) return undefined
  const text = sent
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  // Phone numbers are often written in groups.
  const isPersonal = text.includes('@') || /(?:\p{Nd}[\s().+/-]*){6}/u.test(text)
  return text === '' || [...text].length > maxText || isPersonal ? undefined : text
}

const maxText = 80
