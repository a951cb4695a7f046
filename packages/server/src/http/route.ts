import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person, Principal, Seat } from '../access/principal.ts'
import type { Right } from '../access/rights.ts'
import type { Params, ParamValues } from './params.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call a route. There is no route without it. */
export type Access =
  | { who: 'anyone'; why: string }
  /** A signed-in person, about the account of the path. */
  | { who: 'person' }
  /** Somebody with a seat in the broadcast of the path and this right in it. */
  | { who: 'seated'; right: Right }
  /** An API key with this right in its own broadcast, which no path names. */
  | { who: 'key'; right: Right }

export interface BodySpec {
  schema: object
  /** An empty body stands for `{}`. */
  optional?: boolean
  maxBytes?: number
  example?: unknown
}

export interface AnswerSpec {
  description: string
  schema?: object
  example?: unknown
  contentType?: string
}

/** One request, after everything that could refuse it at the door. */
export interface Call<P extends Params = Params> {
  params: Record<string, string>
  query: ParamValues<P>
  body: unknown
  /** The body's bytes, for telling whether two requests are the same. */
  rawBody: Buffer
  headers: IncomingHttpHeaders
  request: FastifyRequest
  reply: FastifyReply
}

export interface PersonalCall<P extends Params = Params> extends Call<P> {
  person: Person
}

export interface SeatedCall<P extends Params = Params> extends Call<P> {
  principal: Principal
  seat: Seat
}

/** What the door found out about the caller. */
export interface Admitted {
  principal?: Principal
  seat?: Seat
}

export interface Answer {
  status: number
  /** JSON text is sent as it is; anything else is made into JSON. */
  json?: string | object
  headers?: Record<string, string>
  /** Whether the answer carries an ETag, and a reader may be told that nothing changed. */
  etag?: boolean
  /** A secret is in it, so nobody keeps a copy. */
  isSensitive?: boolean
}

export interface Route {
  method: Method
  path: string
  access: Access
  /** The kind or subject it belongs to, for the reference. */
  tag: string
  summary: string
  params: Params
  body?: BodySpec
  /** Its answers hold personal data, so nobody keeps a copy. */
  isSensitive?: boolean
  answers: Record<number, AnswerSpec>
  /** Undefined when the handler has written to the socket itself. */
  handle(call: Call, admitted: Admitted): Promise<Answer | undefined>
}

type Declared<P extends Params, C> = Omit<Route, 'access' | 'handle' | 'params'> & {
  params?: P
  handle(call: C): Promise<Answer | undefined>
}

/** A route for callers who have a seat in the broadcast, and a right there. */
export function seated<P extends Params>(right: Right, route: Declared<P, SeatedCall<P>>): Route {
  return {
    ...route,
    params: route.params ?? {},
    access: { who: 'seated', right },
    handle(call, { principal, seat }) {
      if (!principal || !seat) throw new Error('the door let a stranger in')
      return route.handle({ ...(call as Call<P>), principal, seat })
    },
  }
}

/** A route of Surface A: the key says which broadcast. */
export function keyed<P extends Params>(right: Right, route: Declared<P, SeatedCall<P>>): Route {
  return { ...seated(right, route), access: { who: 'key', right } }
}

/** A route for a signed-in person, about the account of the path. */
export function personal<P extends Params>(route: Declared<P, PersonalCall<P>>): Route {
  return {
    ...route,
    params: route.params ?? {},
    access: { who: 'person' },
    handle(call, { principal }) {
      if (principal?.type !== 'user') throw new Error('the door let a stranger in')
      return route.handle({ ...(call as Call<P>), person: principal })
    },
  }
}

/** A route for everybody, with the reason why that is right. */
export function open<P extends Params>(why: string, route: Declared<P, Call<P>>): Route {
  return {
    ...route,
    params: route.params ?? {},
    access: { who: 'anyone', why },
    handle: (call) => route.handle(call as Call<P>),
  }
}
