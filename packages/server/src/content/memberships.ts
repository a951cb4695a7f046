import { type AnyRecord, invalid, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Vault } from '../base/vault.ts'
import { findMemberId } from '../store/access/members.ts'
import type { Db, Tx } from '../store/db.ts'
import { findMembership, findOwner, insertMembership } from '../store/records/broadcasts.ts'
import type { Content } from './content.ts'
import { invitationToken, readInvitation } from './invitations.ts'
import { removeRecord } from './remove-record.ts'
import { updateRecord } from './update-record.ts'

export interface Invited {
  token: string
  /** The studio URL where an invitation is accepted. */
  url: string
  email: string
  expiresAt: string
}

/** Invitations and leaving: an owner passes on a token, and the signed-in person accepts it. */
export interface Memberships {
  readonly canMail: boolean
  invite(broadcastId: string, memberId: string): Promise<Invited>
  /** Whether it was mailed. A failing mail server is no error, because the owner has the token. */
  mail(invited: Invited): Promise<boolean>
  /** The broadcast and the member record that a token is for. */
  readToken(token: string): Promise<{ tenant: Tenant; memberId: string }>
  accept(tx: Tx, personId: string, invitation: { tenant: Tenant; memberId: string }): Promise<AnyRecord>
  leave(personId: string, broadcastId: string): Promise<void>
}

export interface MembershipParts {
  db: Db
  content: Content
  clock: Clock
  vault: Vault
  mailer: { send(mail: { to: string; subject: string; text: string }): Promise<void> } | undefined
  baseUrl: string
}

export function createMemberships({ db, content, clock, vault, mailer, baseUrl }: MembershipParts): Memberships {
  const kind = kinds.broadcastMember
  return {
    canMail: mailer !== undefined,
    async invite(broadcastId, memberId) {
      const { _id, status, email } = JSON.parse(await content.read(broadcastId, kind, memberId))
      if (status !== 'invited') throw new AppError('already_member', 'The member is active already.')
      const expiresAtMs = clock.now() + weekMs
      const token = invitationToken(vault, { broadcastId, memberId: _id, expiresAtMs })
      const url = `${baseUrl}/studio/invitation?token=${token}`
      return { token, url, email, expiresAt: new Date(expiresAtMs).toISOString() }
    },
    async mail({ email, url }) {
      if (!mailer) return false
      const text = `You are invited to work on a broadcast in Marquee.\n\nSign in and accept here within a week:\n${url}\n`
      return mailer.send({ to: email, subject: 'Your invitation', text }).then(
        () => true,
        () => false,
      )
    },
    async readToken(token) {
      const invitation = readInvitation(vault, token, clock.now())
      const userId = invitation && (await findOwner(db, invitation.broadcastId))
      if (!invitation || !userId) throw unusable()
      return { tenant: { broadcastId: invitation.broadcastId, userId }, memberId: invitation.memberId }
    },
    async accept(tx, personId, { tenant, memberId }) {
      const { broadcastId } = tenant
      if (await findMembership(tx, broadcastId, personId))
        throw new AppError('already_member', 'You are a member of this broadcast already.')
      const member = await content
        .writeIn(tx, tenant, { type: 'user', id: personId }, (writing) =>
          updateRecord(writing, kind, { id: memberId }, {}, { precondition: isInvited, service: { status: 'active' } }),
        )
        .catch((error: unknown) => {
          throw isGone(error) ? unusable() : error
        })
      await insertMembership(tx, broadcastId, personId, memberId)
      return member
    },
    async leave(personId, broadcastId) {
      const membership = await findMembership(db, broadcastId, personId)
      const memberId = membership && (await findMemberId(db, broadcastId, personId))
      if (!membership || !memberId) throw notFound()
      await content.write({ broadcastId, userId: membership.user_id }, { type: 'user', id: personId }, (writing) =>
        removeRecord(writing, kind, memberId),
      )
    },
  }
}

const isInvited = ({ status }: AnyRecord) => status === 'invited'
const isGone = (error: unknown) =>
  error instanceof AppError && (error.code === 'not_found' || error.code === 'precondition_failed')
const unusable = () => invalid('/token', 'unusable', 'is not an invitation that can still be accepted')
const weekMs = 7 * 86_400_000
