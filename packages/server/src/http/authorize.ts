import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Keys, LiveKey } from '../access/keys.ts'
import type { Members } from '../access/members.ts'
import { type Membership, membershipOfKey, membershipOfMember, type Principal } from '../access/principal.ts'
import type { RateLimiter, RateState } from '../access/rate-limit.ts'
import { isAllowed, isForPeopleOnly, type Right } from '../access/rights.ts'
import { AppError, notFound } from '../base/errors.ts'
import { networkOf } from '../base/network.ts'
import type { Site } from '../public/site.ts'
import { bearerOf, onlyPresentedKey, presentedKeys } from './presented-keys.ts'
import { rateHeaders } from './rate-headers.ts'
import type { Access, Authorized } from './route.ts'

export interface Authorizer {
  /** Rate-limits anonymous callers by IP address. */
  limitByAddress(request: FastifyRequest, access: Access): void
  /** Authenticates, rate-limits, finds the broadcast and authorizes, in this order; refuses by throwing. */
  authorize(request: FastifyRequest, reply: FastifyReply, access: Access): Authorized | Promise<Authorized>
  /** Counts a request to an unknown path, and sets the rate headers of its key. The response stays 404, whatever the credentials. */
  reportLimit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The current membership, for streams: a key may have been revoked or a role changed since. */
  currentMembership(
    principal: Principal,
    params: Record<string, string>,
    headers: Headers,
  ): Promise<Membership | undefined>
}

export interface AuthorizerParts {
  keys: Keys
  members: Members
  findPerson(headers: Headers): Promise<Principal | undefined>
  /** Per key; undefined when limits are off. */
  limiter: RateLimiter | undefined
  /** Failed authentications per address. */
  failures: RateLimiter
  /** Requests of visitors, per address; undefined when limits are off. */
  visits: { reads: RateLimiter | undefined; writes: RateLimiter | undefined; files: RateLimiter | undefined }
  openSite(address: string, previewToken: string | null): Promise<Site>
  onRefusedAuthentication(address: string): void
  isSameOrigin(request: FastifyRequest): boolean
}

export function createAuthorizer(parts: AuthorizerParts): Authorizer {
  const { keys, members, findPerson, limiter, failures } = parts

  const authenticate = async (request: FastifyRequest, access: Access): Promise<Principal> => {
    const presented = presentedKeys(request.raw)
    const findUser = async () => (access.who === 'key' ? undefined : findPerson(headersOf(request)))
    const principal = presented.length > 0 ? await keyOf(presented) : await findUser()
    if (principal) return principal
    await countFailure(request, presented.length > 0)
    const needed = access.who === 'key' ? 'An API key is needed.' : 'An API key or a signed-in session is needed.'
    throw new AppError('unauthenticated', presented.length > 0 ? 'The API key is not valid.' : needed, {
      headers: { 'www-authenticate': 'Bearer realm="Marquee"' },
    })
  }

  const keyOf = async (presented: string[]) => {
    const [first] = presented
    return first !== undefined && presented.every((other) => other === first) ? keys.find(first) : undefined
  }

  /** Throttles guesses by address; a valid key is never refused for the failures of others. */
  const countFailure = async (request: FastifyRequest, isGuess: boolean) => {
    if (!isGuess) return
    const state = await failures.take(networkOf(request.ip))
    if (state.remaining === state.limit - 1) parts.onRefusedAuthentication(request.ip)
    if (state.isExceeded) throw tooMany(state.resetSeconds)
  }

  const limit = async (principal: Principal, reply: FastifyReply) => {
    if (principal.type === 'key' && limiter) showLimit(await limiter.take(principal.id), reply)
  }

  const findMembership = async (
    principal: Principal,
    params: Record<string, string>,
  ): Promise<Membership | undefined> => {
    const membership =
      principal.type === 'key'
        ? membershipOfKey(principal)
        : await memberMembership(params.broadcastId ?? '', principal.id)
    return membership?.broadcastId === params.broadcastId && membership?.userId === params.userId
      ? membership
      : undefined
  }

  const memberMembership = async (broadcastId: string, personId: string) => {
    const member = await members.find(broadcastId, personId)
    return member && membershipOfMember(member)
  }

  /** Authorizes a cached key synchronously; undefined when something must be looked up. */
  const authorizeKnownKey = (request: FastifyRequest, reply: FastifyReply, access: Access): Authorized | undefined => {
    if (access.who !== 'forMembers' && access.who !== 'key') return undefined
    const presented = onlyPresentedKey(request.raw)
    const key = presented === undefined ? undefined : keys.findKnown(presented)
    if (!key) return undefined
    const state = limiter?.takeNow(key.id)
    if (limiter && !state) return undefined
    if (state) showLimit(state, reply)
    const { userId, broadcastId } = request.params as Record<string, string>
    const isOwn = access.who === 'key' || (key.broadcastId === broadcastId && key.userId === userId)
    if (!isOwn) throw notFound()
    return authorizeMember(key, membershipOfKey(key), access.right)
  }

  const authorizeMember = (principal: Principal, membership: Membership, right: Right): Authorized => {
    if (principal.type === 'key') requirePlan(principal)
    requireRight(membership, right)
    return { principal, membership }
  }

  const authorizeOther = async (request: FastifyRequest, reply: FastifyReply, access: Access): Promise<Authorized> => {
    const params = request.params as Record<string, string>
    if (access.who === 'anyone') return {}
    if (access.who === 'public') return { site: await parts.openSite(params.broadcast ?? '', previewOf(request)) }
    const principal = await authenticate(request, access)
    await limit(principal, reply)
    if (access.who === 'person') {
      if (principal.type === 'key') {
        requirePlan(principal)
        throw new AppError('owner_required', 'This is for signed-in people; API keys cannot do it.')
      }
      if (params.userId !== undefined && params.userId !== principal.id) throw notFound()
      requireSameOrigin(request, parts)
      return { principal }
    }
    const membership =
      access.who === 'key' && principal.type === 'key'
        ? membershipOfKey(principal)
        : await findMembership(principal, params)
    if (!membership) throw notFound()
    if (principal.type === 'user') requireSameOrigin(request, parts)
    return authorizeMember(principal, membership, access.right)
  }

  return {
    limitByAddress(request, access) {
      const limit = 'limit' in access ? access.limit : undefined
      const state = limit && parts.visits[limit]?.takeNow(networkOf(request.ip))
      if (state?.isExceeded) throw tooMany(state.resetSeconds)
    },
    authorize: (request, reply, access) =>
      authorizeKnownKey(request, reply, access) ?? authorizeOther(request, reply, access),
    async reportLimit(request, reply) {
      const presented = presentedKeys(request.raw)
      if (!limiter || presented.length === 0) return
      const countKey = async () => {
        const key = await keyOf(presented)
        return key && limiter.take(key.id)
      }
      // A path that does not exist is 404 also while the database is away.
      const state = await countKey().catch(() => undefined)
      if (state) reply.headers(rateHeaders(state))
    },
    async currentMembership(principal, params, headers) {
      const found =
        principal.type === 'user'
          ? await findPerson(headers)
          : await keys.find(headers.get('x-api-key') ?? bearerOf(headers.get('authorization') ?? undefined) ?? '')
      if (found?.id !== principal.id || (found.type === 'key' && found.plan !== 'pro')) return undefined
      return findMembership(found, params)
    },
  }
}

function showLimit(state: RateState, reply: FastifyReply): void {
  reply.headers(rateHeaders(state))
  if (state.isExceeded) throw tooMany(state.resetSeconds)
}

function requirePlan({ plan }: LiveKey): void {
  if (plan !== 'pro') throw new AppError('plan_required', 'The API needs the Pro plan.')
}

export function requireRight(membership: Membership, right: Right): void {
  if (isAllowed(membership.permissions, right)) return
  if ('role' in membership.permissions)
    throw new AppError('insufficient_role', 'Your role in this broadcast does not allow it.')
  if (isForPeopleOnly(right))
    throw new AppError('owner_required', 'This is for signed-in members; API keys cannot do it.')
  throw new AppError('insufficient_scope', 'The API key does not have the scope for it.')
}

export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}

/** The token of a preview link. It is part of the URL, so that the link alone is enough. */
function previewOf({ url }: FastifyRequest): string | null {
  const at = url.indexOf('?')
  return at < 0 ? null : new URLSearchParams(url.slice(at)).get('preview')
}

/** CSRF: a page of another site can make a browser send our cookie, but not our origin. */
function requireSameOrigin(request: FastifyRequest, { isSameOrigin }: AuthorizerParts): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && !isSameOrigin(request))
    throw new AppError('cross_site_request', 'A signed-in change must come from the site itself.')
}

export const tooMany = (seconds: number) =>
  new AppError('rate_limited', 'Too many requests; wait for the reset before trying again.', {
    headers: { 'retry-after': String(seconds) },
  })
