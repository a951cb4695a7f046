import { kinds } from '@marquee/model'
import type { Memberships } from '../../content/memberships.ts'
import { check } from '../../content/shape.ts'
import type { RunOnce } from '../idempotent.ts'
import { forMembers, personal, type Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'

export interface MemberRouteParts {
  memberships: Memberships
  runOnce: RunOnce
}

const kind = kinds.broadcastMember
const tag = kind.name

/** Invitations and memberships. */
export function memberRoutes(parts: MemberRouteParts): Route[] {
  return [inviteRoute(parts), acceptRoute(parts), leaveRoute(parts)]
}

function inviteRoute({ memberships, runOnce }: MemberRouteParts): Route {
  return forMembers('members.manage', {
    method: 'POST',
    path: `${broadcastPath}/${kind.plural}/:${kind.name}Id/invitation`,
    tag,
    summary: 'Invite a member, by mail where it is set up',
    body: { schema: emptyBody, optional: true },
    isSensitive: true,
    answers: {
      201: {
        description: 'The token to pass on, valid for a week. A repeated request mails nothing and returns no token.',
        schema: invitationSchema,
      },
    },
    async handle(call) {
      check('invitation create', () => emptyBody, call.body)
      const invited = await memberships.invite(call.membership.broadcastId, call.params[`${kind.name}Id`] ?? '')
      const { token, url, expiresAt } = invited
      const shown = { expires_at: expiresAt, mailed: memberships.canMail }
      const answer = await runOnce(call, scopeOf(call), async () => ({
        answer: { status: 201, json: { token, url, ...shown }, isSensitive: true },
        replay: shown,
      }))
      if (answer.headers?.['idempotent-replayed']) return answer
      // Mailed outside the transaction that stores the key: a retry mails nothing, even if this request fails before it mails.
      return { ...answer, json: { token, url, ...shown, mailed: await memberships.mail(invited) } }
    },
  })
}

function acceptRoute({ memberships, runOnce }: MemberRouteParts): Route {
  return personal({
    method: 'POST',
    path: '/v1/users/:userId/memberships',
    tag,
    summary: 'Accept an invitation',
    body: {
      schema: acceptance,
      example: { token: '66a1f0c2d4e5b60718293a4b.66a1f0c2d4e5b60718293a4c.1830000000.c2lnbmF0dXJl' },
    },
    answers: { 201: { description: 'The broadcast I am now a member of.', schema: membershipSchema } },
    async handle(call) {
      const { id: personId } = call.person
      const { token } = check<{ token: string }>('invitation accept', () => acceptance, call.body)
      const invitation = await memberships.readToken(token)
      return runOnce(call, `user/${personId}`, async (tx) => {
        const { role } = await memberships.accept(tx, personId, invitation)
        return { answer: { status: 201, json: { ...invitation.tenant, role } } }
      })
    },
  })
}

function leaveRoute({ memberships }: MemberRouteParts): Route {
  return personal({
    method: 'DELETE',
    path: '/v1/users/:userId/memberships/:broadcastId',
    tag,
    summary: 'Leave a broadcast',
    answers: { 204: { description: 'I am no longer a member.' } },
    async handle({ person, params }) {
      await memberships.leave(person.id, params.broadcastId ?? '')
      return { status: 204 }
    },
  })
}

const acceptance = {
  title: 'InvitationAccept',
  type: 'object',
  required: ['token'],
  additionalProperties: false,
  properties: { token: { type: 'string', minLength: 1, maxLength: 500 } },
}
const invitationSchema = {
  title: 'Invitation',
  type: 'object',
  required: ['expires_at', 'mailed'],
  properties: {
    token: { type: 'string' },
    url: { type: 'string' },
    expires_at: { type: 'string', format: 'date-time' },
    mailed: { type: 'boolean' },
  },
}
const membershipSchema = {
  title: 'Membership',
  type: 'object',
  required: ['broadcastId', 'userId', 'role'],
  properties: {
    broadcastId: { type: 'string' },
    userId: { type: 'string' },
    role: { type: 'string', enum: ['owner', 'editor', 'viewer'] },
  },
}
