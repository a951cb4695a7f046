import { type AnyRecord, invalid, kinds } from '@marquee/model'
import { invitationToken, readInvitation } from '../../access/invitations.ts'
import { actorOf } from '../../access/principal.ts'
import type { Clock } from '../../base/clock.ts'
import { AppError, notFound } from '../../base/errors.ts'
import type { Vault } from '../../base/vault.ts'
import type { Content } from '../../content/content.ts'
import { check } from '../../content/shape.ts'
import { removeRecord, updateRecord } from '../../content/write.ts'
import type { Mailer } from '../../mail/mail.ts'
import { findMemberId } from '../../store/access/members.ts'
import type { Db } from '../../store/db.ts'
import { findMembership, findOwner, insertMembership } from '../../store/records/broadcasts.ts'
import type { RunOnce } from '../idempotent.ts'
import { forMembers, personal, type Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'

export interface MemberRouteParts {
  db: Db
  content: Content
  clock: Clock
  vault: Vault
  mailer: Mailer | undefined
  baseUrl: string
  runOnce: RunOnce
}

const kind = kinds.broadcastMember
const tag = kind.name

/** How an invited person becomes a member: the owner hands on a token, the person redeems it when signed in. And how a member leaves. */
export function memberRoutes(parts: MemberRouteParts): Route[] {
  return [inviteRoute(parts), acceptRoute(parts), leaveRoute(parts)]
}

function inviteRoute(parts: MemberRouteParts): Route {
  const { content, clock, vault, baseUrl, runOnce } = parts
  return forMembers('members.manage', {
    method: 'POST',
    path: `${broadcastPath}/${kind.plural}/:${kind.name}Id/invitation`,
    tag,
    summary: 'Invite a member, by mail where it is set up',
    body: { schema: emptyBody, optional: true },
    isSensitive: true,
    answers: {
      201: {
        description:
          'The token to hand on; it works for a week. A repetition of the request mails nothing and has no token.',
        schema: invitationSchema,
      },
    },
    async handle(call) {
      check('invitation create', () => emptyBody, call.body)
      const { broadcastId } = call.membership
      const member = JSON.parse(await content.read(broadcastId, kind, call.params[`${kind.name}Id`] ?? ''))
      if (member.status !== 'invited') throw new AppError('already_member', 'The member is active already.')
      const expiresAtMs = clock.now() + weekMs
      const token = invitationToken(vault, { broadcastId, memberId: member._id, expiresAtMs })
      const shown = { expires_at: new Date(expiresAtMs).toISOString(), mailed: parts.mailer !== undefined }
      const url = `${baseUrl}/studio/invitation?token=${token}`
      const answer = await runOnce(call, scopeOf(call), async () => ({
        answer: { status: 201, json: { token, url, ...shown }, isSensitive: true },
        replay: shown,
      }))
      if (answer.headers?.['idempotent-replayed']) return answer
      // Mailed after the key was kept, outside of its transaction: a retry mails nothing, even if this one did not come that far.
      return { ...answer, json: { token, url, ...shown, mailed: await mailInvitation(parts, member.email, url) } }
    },
  })
}

/** Whether it was mailed. A mail server that is down keeps nobody out: the token is in the answer. */
async function mailInvitation({ mailer }: MemberRouteParts, to: string, url: string): Promise<boolean> {
  if (!mailer) return false
  const text = `You are invited to work on a broadcast in Marquee.\n\nSign in and accept here within a week:\n${url}\n`
  return mailer.send({ to, subject: 'Your invitation', text }).then(
    () => true,
    () => false,
  )
}

function acceptRoute({ db, content, clock, vault, runOnce }: MemberRouteParts): Route {
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
      const { person } = call
      const { token } = check<{ token: string }>('invitation accept', () => acceptance, call.body)
      const invitation = readInvitation(vault, token, clock.now())
      const userId = invitation && (await findOwner(db, invitation.broadcastId))
      if (!invitation || !userId) throw unusable()
      const { broadcastId, memberId } = invitation
      const accepting = runOnce(call, `user/${person.id}`, async (tx) => {
        if (await findMembership(tx, broadcastId, person.id)) {
          throw new AppError('already_member', 'You are a member of this broadcast already.')
        }
        const isOpen = ({ status }: AnyRecord) => status === 'invited'
        const { role } = await content.writeIn(tx, { broadcastId, userId }, actorOf(person), (writing) =>
          updateRecord(writing, kind, { id: memberId }, {}, isOpen, { status: 'active' }),
        )
        await insertMembership(tx, broadcastId, person.id, memberId)
        return { answer: { status: 201, json: { broadcastId, userId, role } } }
      })
      return accepting.catch((error: unknown) => {
        const isGone = error instanceof AppError && (error.code === 'not_found' || error.code === 'precondition_failed')
        throw isGone ? unusable() : error
      })
    },
  })
}

function leaveRoute({ db, content }: MemberRouteParts): Route {
  return personal({
    method: 'DELETE',
    path: '/v1/users/:userId/memberships/:broadcastId',
    tag,
    summary: 'Leave a broadcast',
    answers: { 204: { description: 'I am no longer a member.' } },
    async handle({ person, params }) {
      const { broadcastId = '' } = params
      const membership = await findMembership(db, broadcastId, person.id)
      const memberId = membership && (await findMemberId(db, broadcastId, person.id))
      if (!membership || !memberId) throw notFound()
      await content.write({ broadcastId, userId: membership.user_id }, actorOf(person), (writing) =>
        removeRecord(writing, kind, memberId),
      )
      return { status: 204 }
    },
  })
}

const unusable = () => invalid('/token', 'unusable', 'is not an invitation that can still be accepted')

const weekMs = 7 * 86_400_000
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
