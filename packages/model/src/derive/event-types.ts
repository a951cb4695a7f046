import type { TSchema } from 'typebox'
import type { AnyRecord, Kind } from '../kind.ts'
import { broadcastKinds, kinds } from '../kinds.ts'
import { ObjectId, Shape } from '../shapes/scalars.ts'
import { withArticle } from '../text/article.ts'
import Type from '../type.ts'
import { viewOf } from '../views/index.ts'
import { viewSchema } from '../views/view.ts'
import { exampleRecord } from './example.ts'
import { recordSchema } from './schemas.ts'

/** An event type that webhooks can subscribe to. */
export interface EventType {
  type: string
  description: string
  /** The schema of the event's `data`. */
  data: TSchema
  sample: Record<string, unknown>
}

/** All event types, in the order of the kinds. */
export function eventTypes(): EventType[] {
  const logged = [kinds.broadcast, ...broadcastKinds].filter(({ logging }) => logging === 'logged')
  return [...logged.flatMap(typesOf), ...others]
}

/** Whether a pattern (`event.created`, `event.*` or `*`) matches at least one known type. */
export function isSubscription(pattern: string): boolean {
  return eventTypes().some(({ type }) => isFollowed([pattern], type))
}

/** Whether one of the patterns matches a type. */
export function isFollowed(patterns: string[], type: string): boolean {
  const group = `${type.slice(0, type.indexOf('.'))}.*`
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === group)
}

/** Whether events of a kind contain only ids: personal data is read through the API, which authorizes the reader. */
export const carriesIdsOnly = (kind: Kind) => kind.area !== 'content'

function typesOf(kind: Kind): EventType[] {
  const view = viewOf(kind.name)
  const data = carriesIdsOnly(kind) ? Ids : view ? viewSchema(view) : recordSchema(kind)
  const sample = carriesIdsOnly(kind) ? ids : view ? view.show(viewSample(kind), noLinks) : exampleRecord(kind)
  const verbs = ['created', 'updated', 'deleted', ...(kind === kinds.broadcastArticle ? ['published'] : [])]
  return verbs.map((verb) => ({
    type: `${kind.events}.${verb}`,
    description: `${capitalized(withArticle(kind.events))} was ${verb}.`,
    data,
    sample,
  }))
}

const ids = { id: '66a1f0c2d4e5b60718293a4b' }
const Ids = Shape({ id: ObjectId }, { title: 'Ids' })
const noLinks = {
  category: 'concert',
  excerpt: 'Three days by the sea.',
  contentHtml: '<p>Three days by the sea.</p>',
  hasPixels: true,
}

function viewSample(kind: Kind): AnyRecord {
  const time = {
    start: '2027-07-02T18:00:00.000Z',
    end: '2027-07-02T19:30:00.000Z',
    timezone: 'Europe/Paris',
    allDay: false,
  }
  const at = '2027-03-01T09:00:00.000Z'
  const common = { ...exampleRecord(kind), _id: ids.id, _createdAt: at, _updatedAt: at, _reference: null, metadata: {} }
  return 'time' in kind.fields ? { ...common, time } : common
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const others: EventType[] = [
  {
    type: `${kinds.workflowRun.events}.updated`,
    description: 'A workflowRun has ended. What its nodes said is read with the run.',
    data: recordSchema(kinds.workflowRun),
    sample: exampleRecord(kinds.workflowRun),
  },
  {
    type: 'broadcastContact.erased',
    description: 'Everything about a person was erased.',
    data: Ids,
    sample: ids,
  },
  {
    type: 'webhook.disabled',
    description:
      'Another webhook of the broadcast was switched off, because its receiver said it was gone or failed for days.',
    data: Shape({ id: ObjectId, url: Type.String(), reason: Type.String() }, { title: 'DisabledWebhook' }),
    sample: { ...ids, url: 'https://receiver.example/hook', reason: 'failing' },
  },
  {
    type: 'webhook.test',
    description: 'Sent on request, to see whether a receiver works.',
    data: Ids,
    sample: ids,
  },
]
