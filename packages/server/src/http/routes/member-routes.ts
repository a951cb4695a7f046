import { kinds } from '@marquee/model'
import type { Memberships } from '../../content/memberships.ts'
import { check } from '../../content/shape.ts'
import type { RunOnce } from '../idempotent.ts'
import { forMembers, open, personal, type Route } from '../route.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'

export interface MemberRouteParts {
  memberships: Memberships
  runOnce: RunOnce
}

const kind = kinds.broadcastMember
const tag = kind.name

/** Invitations and memberships. */
export function memberRoutes(parts: MemberRouteParts): Route[] {
  return [inviteRoute(parts), lookupRoute(parts), acceptRoute(parts), leaveRoute(parts)]
}

function inviteRoute({ memberships, runOnce }: MemberRouteParts): Route {
  return forMembers('members.manage', {
    method: 'POST',
    path: `${broadcastPath}/${kind.plural}/:${kind.name}Id/invitation`,
    tag,
    summary: 'Invite a member, by mail where it is set up',
    body: { schema: invitationCreate, optional: true },
    isSensitive: true,
    answers: {
      201: {
        description: 'The token to pass on, valid for a week. A repeated request mails nothing and returns no token.',
        schema: invitationSchema,
      },
    },
    async handle(call) {
      const { mail = true } = check<{ mail?: boolean }>('invitation create', () => invitationCreate, call.body)
      const { membership, params, principal } = call
      const invited = await memberships.invite(membership.broadcastId, params[`${kind.name}Id`] ?? '', principal.id)
      const { token, url, expiresAt } = invited
      const shown = { expires_at: expiresAt, mailed: mail && memberships.canMail }
      const answer = await runOnce(call, scopeOf(call), async () => ({
        answer: { status: 201, json: { token, url, ...shown }, isSensitive: true },
        replay: shown,
      }))
      if (answer.headers?.['idempotent-replayed']) return answer
      // Mailed outside the transaction that stores the key: a retry mails nothing, even if this request fails before it mails.
      return { ...answer, json: { token, url, ...shown, mailed: mail && (await memberships.mail(invited)) } }
    },
  })
}

function lookupRoute({ memberships }: MemberRouteParts): Route {
  return open(
    'An invited person sees who invites to what before signing in; the token is the proof.',
    {
      method: 'POST',
      path: '/v1/invitations/lookup',
      tag,
      summary: 'Look up an invitation',
      body: { schema: acceptance, example: acceptanceExample },
      isSensitive: true,
      takesNoIdempotencyKey: true,
      answers: {
        200: {
          description: 'Who invites to what. Only the status once it was accepted or withdrawn.',
          schema: shownSchema,
        },
      },
      async handle(call) {
        const { token } = check<{ token: string }>('invitation accept', () => acceptance, call.body)
        return { status: 200, json: await memberships.show(token), isSensitive: true }
      },
    },
    'writes',
  )
}

function acceptRoute({ memberships, runOnce }: MemberRouteParts): Route {
  return personal({
    method: 'POST',
    path: '/v1/users/:userId/memberships',
    tag,
    summary: 'Accept an invitation',
    body: { schema: acceptance, example: acceptanceExample },
    answers: { 201: { description: 'The broadcast I am now a member of.', schema: membershipSchema } },
    async handle(call) {
      const { id: personId } = call.person
      const { token } = check<{ token: string }>('invitation accept', () => acceptance, call.body)
      const invitation = await memberships.readToken(token)
      const scope = { broadcastId: invitation.tenant.broadcastId, caller: `user/${personId}` }
      return runOnce(call, scope, async (tx) => {
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

const invitationCreate = {
  title: 'InvitationCreate',
  type: 'object',
  additionalProperties: false,
  properties: {
    mail: { type: 'boolean', default: true, description: 'False only makes a link, also where mail is set up.' },
  },
}
const acceptanceExample = { token: '66a1f0c2d4e5b60718293a4b.66a1f0c2d4e5b60718293a4c.1830000000.c2lnbmF0dXJl' }
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
const shownSchema = {
  title: 'ShownInvitation',
  type: 'object',
  required: ['status', 'expires_at', 'broadcast', 'invited_by', 'email', 'role'],
  properties: {
    status: { type: 'string', enum: ['open', 'expired', 'accepted', 'withdrawn'] },
    expires_at: { type: 'string', format: 'date-time' },
    broadcast: {
      type: ['object', 'null'],
      required: ['name', 'logo'],
      properties: { name: { type: 'string' }, logo: { description: 'A media value.' } },
    },
    invited_by: { type: ['string', 'null'], description: 'The name of the person who invites.' },
    email: { type: ['string', 'null'], description: 'The address that was invited.' },
    role: { type: ['string', 'null'], enum: ['owner', 'editor', 'viewer', null] },
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
