import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Membership, Person, Principal } from '../access/principal.ts'
import type { Right } from '../access/rights.ts'
import type { JsonText } from '../base/json-text.ts'
import type { Site } from '../public/site.ts'
import type { EncodedBody } from './encoded-body.ts'
import type { Params, ParamValues } from './params.ts'
import type { Subject } from './response-cache.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The authorization of a route. Every route declares one. */
export type Access =
  | { who: 'anyone'; why: string; limit?: 'files' | 'writes' }
  /** Anybody, limited by address, for a broadcast that is public. */
  | { who: 'public'; limit: 'reads' | 'writes' }
  /** A signed-in person, for the account in the path. */
  | { who: 'person' }
  /** A member of the broadcast in the path with this right. */
  | { who: 'forMembers'; right: Right }
  /** An API key with this right in its own broadcast, which is not in the path. */
  | { who: 'key'; right: Right }

export interface BodySpec {
  schema: object
  /** An empty body means `{}`. */
  optional?: boolean
  maxBytes?: number
  /** The maximum number of JSON values, when it differs from that of a record. */
  maxValues?: number
  example?: unknown
}

/** A multipart body, which the handler reads as a stream. */
export interface UploadSpec {
  /** The fields of the form. */
  schema: object
  maxBytes: number
}

/** Headers that only some answers have. */
export type AnswerHeader = 'etag' | 'location' | 'marquee-sequence'

export interface AnswerSpec {
  description: string
  headers?: AnswerHeader[]
  schema?: object
  example?: unknown
  contentType?: string
  /** Another media type that can be requested. */
  alsoAs?: string
}

/** One request, once it is authorized and parsed. */
export interface Call<P extends Params = Params> {
  params: Record<string, string>
  query: ParamValues<P>
  body: unknown
  /** The bytes of the body, by which repeated requests are recognized. */
  rawBody: Buffer
  headers: IncomingHttpHeaders
  request: FastifyRequest
  reply: FastifyReply
}

export interface PersonalCall<P extends Params = Params> extends Call<P> {
  person: Person
}

export interface MemberCall<P extends Params = Params> extends Call<P> {
  principal: Principal
  membership: Membership
}

export interface PublicCall<P extends Params = Params> extends Call<P> {
  site: Site
}

/** The caller, as authorized. */
export interface Authorized {
  principal?: Principal
  membership?: Membership
  site?: Site
}

export interface Answer {
  status: number
  /** JSON text, or a value that is serialized. */
  json?: JsonText | object | undefined
  /** A body other than JSON, with its content type. */
  text?: { type: string; content: string }
  /** A body that was encoded before, for answers that stay the same. */
  body?: EncodedBody
  headers?: Record<string, string>
  /** Whether the answer to a write has an ETag; every answer to a read has one. The ETag itself where it is known. */
  etag?: boolean | string | undefined
  /** Contains a secret, so it must not be cached. */
  isSensitive?: boolean
  /** When it expires without a write. */
  untilMs?: number | undefined
  /** Made of what is in memory; it is cached only if it is asked for again. */
  isRemembered?: boolean | undefined
}

export interface Route {
  method: Method
  path: string
  access: Access
  /** The kind or subject it belongs to, for the reference. */
  tag: string
  summary: string
  params: Params
  /** Any query is accepted, and is in `query` as it is. */
  takesAnyQuery?: true
  body?: BodySpec
  /** With a `body` as well, the content type of the request decides. */
  upload?: UploadSpec
  /** Its responses contain personal data, so they must not be cached. */
  isSensitive?: boolean
  /** Its responses depend on the URL and these records alone, so that they can be cached. */
  kept?: Subject
  /** Whether the response to a URL is streamed, and so not cached. */
  isStreamed?(url: string): boolean
  answers: Record<number, AnswerSpec>
  /** Refusals beyond those that follow from its access and its body. */
  refuses?: number[]
  /** Writes only while the record is the one that `If-Match` names. */
  takesIfMatch?: boolean
  /** Every other POST takes one. */
  takesNoIdempotencyKey?: boolean
  /** For the app of a visitor, by the token that it got when it registered; `optional`: for other visitors, too. */
  takesClientToken?: true | 'optional'
  /** Undefined when the handler has written to the socket itself. */
  handle(call: Call, authorized: Authorized): Promise<Answer | undefined>
  /** The same for reads, when nothing has to be read or waited for; otherwise undefined. What is wrong with the query may be thrown. */
  answerNow?(call: Pick<Call, 'query'>, authorized: Authorized): Answer | undefined
}

/** A route as the reference shows it. */
export type DescribedRoute = Omit<Route, 'handle' | 'answerNow'>

type Declared<P extends Params, C> = Omit<Route, 'access' | 'handle' | 'answerNow' | 'params'> & {
  params?: P
  handle(call: C): Promise<Answer | undefined>
  answerNow?(call: Omit<C, 'params' | 'body' | 'rawBody' | 'headers' | 'request' | 'reply'>): Answer | undefined
}

/** A route for members and API keys of the broadcast that have a right. */
export function forMembers<P extends Params>(right: Right, route: Declared<P, MemberCall<P>>): Route {
  return {
    ...route,
    params: route.params ?? {},
    access: { who: 'forMembers', right },
    handle(call, { principal, membership }) {
      if (!principal || !membership) throw new Error('a caller was not authorized')
      return route.handle({ ...(call as Call<P>), principal, membership })
    },
    answerNow({ query }, { principal, membership }) {
      if (!principal || !membership) return undefined
      return route.answerNow?.({ query: query as ParamValues<P>, principal, membership })
    },
  }
}

/** A route of Surface A: the key determines the broadcast. */
export function keyed<P extends Params>(right: Right, route: Declared<P, MemberCall<P>>): Route {
  return { ...forMembers(right, route), access: { who: 'key', right } }
}

/** A route for a signed-in person and the account in the path. */
export function personal<P extends Params>(route: Declared<P, PersonalCall<P>>): Route {
  return {
    ...route,
    params: route.params ?? {},
    access: { who: 'person' },
    handle(call, { principal }) {
      if (principal?.type !== 'user') throw new Error('a caller was not authorized')
      return route.handle({ ...(call as Call<P>), person: principal })
    },
  }
}

/** A route for everybody, with the reason for that. */
export function open<P extends Params>(why: string, route: Declared<P, Call<P>>, limit?: 'files' | 'writes'): Route {
  return {
    ...route,
    params: route.params ?? {},
    access: { who: 'anyone', why, ...(limit && { limit }) },
    handle: (call) => route.handle(call as Call<P>),
  }
}

/** A route for visitors, without a key. */
export function publicly<P extends Params>(limit: 'reads' | 'writes', route: Declared<P, PublicCall<P>>): Route {
  return {
    ...route,
    params: route.params ?? {},
    access: { who: 'public', limit },
    handle(call, { site }) {
      if (!site) throw new Error('the broadcast was not found before the handler')
      return route.handle({ ...(call as Call<P>), site })
    },
    answerNow: ({ query }, { site }) => site && route.answerNow?.({ query: query as ParamValues<P>, site }),
  }
}
