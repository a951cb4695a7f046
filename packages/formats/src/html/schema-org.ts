import type { Collecting } from '../collect.ts'
import { languagesOf } from '../languages.ts'
import { categoriesOf } from '../named.ts'
import type { EventInfo } from '../programme.ts'
import { cutTo, descriptionOf, maxTitle, titleOf } from '../texts.ts'
import { lineOf, present } from '../values.ts'
import { type LinkedNode, typesOf, valuesOf } from './json-ld.ts'
import { linkOf } from './links.ts'
import { hostOf, imageOf, placeOf, type SchemaContext, textIn, timeIn } from './schema-parts.ts'

export interface SchemaFound {
  /** The event that contains the others, if there is one. */
  event: EventInfo & { firstDay?: string | undefined }
  sessions: number
}

interface EventNode {
  node: LinkedNode
  at: string
}

/** Adds the events and articles of schema.org data. The festival itself is no session. */
export function addSchemaOrg(
  file: Collecting,
  nodes: LinkedNode[],
  settings: Omit<SchemaContext, 'at'>,
  placeOfNode: (index: number) => string,
): SchemaFound {
  const placed = nodes.map((node, index) => ({ node, at: placeOfNode(index) }))
  const events = placed.filter(({ node }) => isEvent(node))
  const whole = wholeOf(events, settings.timeZone)
  const category = categoriesOf(file)
  let sessions = 0
  for (const { node, at } of events) {
    if (node === whole?.node) continue
    if (addSession(file, node, { ...settings, at }, category)) sessions++
  }
  for (const { node, at } of placed) if (typesOf(node).some(isArticle)) addArticle(file, node, { ...settings, at })
  return { event: whole ? infoOf(whole, settings) : {}, sessions }
}

const isEvent = (node: LinkedNode) =>
  typesOf(node).some((type) => (type.endsWith('Event') && type !== 'BroadcastEvent') || otherEvents.has(type))
const otherEvents = new Set(['Festival', 'EventSeries', 'Hackathon', 'CourseInstance'])
const isArticle = (type: string) => /^(?:NewsArticle|BlogPosting|Article)$/.test(type)

/** The festival: named so, or with parts, or lasting for days around all others. An exhibition among concerts is a session. */
function wholeOf(events: EventNode[], timeZone: string): EventNode | undefined {
  const named = events.find(
    ({ node }) =>
      typesOf(node).some((type) => type === 'Festival' || type === 'EventSeries') ||
      valuesOf(node, 'subEvent', 'subEvents').length > 0,
  )
  if (named) return named
  const times = new Map(events.map((event) => [event, timeIn(event.node, timeZone)]))
  return events.find((event) => {
    const { start, end } = times.get(event) ?? {}
    if (!start || !end || Date.parse(end) - Date.parse(start) <= 86_400_000) return false
    return [...times.values()].every((time) => !time?.start || (time.start >= start && time.start <= end))
  })
}

const infoOf = ({ node }: EventNode, { base }: Omit<SchemaContext, 'at'>): SchemaFound['event'] => ({
  title: lineOf(textIn(node, 'name')),
  description: textIn(node, 'description'),
  url: linkOf(textIn(node, 'url'), { at: '', note: () => {}, base }),
  firstDay: /^\d{4}-\d{2}-\d{2}/.exec(textIn(node, 'startDate') ?? '')?.[0],
})

type Category = ReturnType<typeof categoriesOf>

function addSession(file: Collecting, node: LinkedNode, context: SchemaContext, category: Category): boolean {
  const { at, timeZone, base } = context
  const { note } = file
  const title = titleOf(textIn(node, 'name') ?? textIn(node, 'headline'), at, file)
  if (title === undefined) return false
  if (/Cancelled/.test(textIn(node, 'eventStatus') ?? '')) {
    note('cancelled', `“${title}” is cancelled and is left out.`, at)
    return false
  }
  const time = timeIn(node, timeZone)
  if (!time) note('date_missing', `“${title}” has no date that can be read.`, at)
  const id = textIn(node, 'identifier') ?? textIn(node, '@id')
  const url = linkOf(textIn(node, 'url'), { at, note, base })
  const performers = valuesOf(node, 'performer', 'performers', 'actor')
  const genres = valuesOf(node, 'genre', 'eventType', 'about').filter(
    (one) => typeof one === 'string' && one.length < 60 && !one.includes('://'),
  )
  const image = imageOf(file, node, context)
  file.session({
    id,
    at,
    fields: present({
      title,
      subtitle: cutTo(lineOf(textIn(node, 'alternativeHeadline')), maxTitle, at, note),
      description: descriptionOf([textIn(node, 'description')], at, note),
      time,
      languages: valuesOf(node, 'inLanguage').flatMap((one) => languagesOf(one, at, note)),
      interestPointId: valuesOf(node, 'location')
        .map((one) => placeOf(file, one, at))
        .find((one) => one !== undefined),
      hostIds: [...new Set(performers.flatMap((one) => hostOf(file, one, context) ?? []))],
      categoryIds: [...new Set(genres.flatMap((one) => category(one, at) ?? []))],
      source: id === undefined && url === undefined ? undefined : present({ id, url }),
      media: image && { url: image },
    }),
  })
  return true
}

function addArticle(file: Collecting, node: LinkedNode, context: SchemaContext): void {
  const { at, timeZone, base } = context
  const title = titleOf(textIn(node, 'headline') ?? textIn(node, 'name'), at, file)
  if (title === undefined) return
  const published = timeIn({ startDate: textIn(node, 'datePublished') }, timeZone)
  file.article({
    id: linkOf(textIn(node, 'url'), { at, note: file.note, base }),
    at,
    fields: present({
      title,
      content: textIn(node, 'articleBody') ?? textIn(node, 'description'),
      publishedAt: published?.start ?? undefined,
      coverImageUrl: imageOf(file, node, context),
    }),
  })
}
