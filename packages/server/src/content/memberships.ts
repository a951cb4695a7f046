import { type AnyRecord, invalid, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Vault } from '../base/vault.ts'
import { findAccount } from '../store/control/accounts.ts'
import { listMember } from '../store/control/directory.ts'
import type { Db, Tx } from '../store/db.ts'
import { findMembership, findOwner, insertMembership } from '../store/records/broadcasts.ts'
import { findMemberId } from '../store/records/members.ts'
import { findRecord } from '../store/records/records.ts'
import type { Content } from './content.ts'
import { invitationMail } from './invitation-mail.ts'
import { type Invitation, invitationToken, readInvitation, type ShownInvitation } from './invitations.ts'
import { removeRecord } from './remove-record.ts'
import { updateRecord } from './update-record.ts'

export interface Invited {
  token: string
  /** The studio URL where an invitation is accepted. */
  url: string
  email: string
  expiresAt: string
  shown: ShownInvitation
}

/** Invitations and leaving: an owner passes on a token, and the signed-in person accepts it. */
export interface Memberships {
  readonly canMail: boolean
  invite(broadcastId: string, memberId: string, inviterId: string): Promise<Invited>
  /** What a token invites to, for a person who may not have an account yet. */
  show(token: string): Promise<ShownInvitation>
  /** Whether it was mailed. A failing mail server is no error, because the owner has the token. */
  mail(invited: Invited): Promise<boolean>
  /** The broadcast and the member record that a token is for. */
  readToken(token: string): Promise<{ tenant: Tenant; memberId: string }>
  accept(tx: Tx, personId: string, invitation: { tenant: Tenant; memberId: string }): Promise<AnyRecord>
  leave(personId: string, broadcastId: string): Promise<void>
}

export interface MembershipParts {
  db: Db
  control: Db<'control'>
  content: Content
  clock: Clock
  vault: Vault
  mailer: { send(mail: { to: string; subject: string; text: string }): Promise<unknown> } | undefined
  baseUrl: string
}

export function createMemberships({
  db,
  control,
  content,
  clock,
  vault,
  mailer,
  baseUrl,
}: MembershipParts): Memberships {
  const kind = kinds.broadcastMember
  const show = async (invitation: Invitation): Promise<ShownInvitation> => {
    const { broadcastId, memberId, inviterId, expiresAtMs } = invitation
    const expires_at = new Date(expiresAtMs).toISOString()
    const hidden = { expires_at, broadcast: null, invited_by: null, email: null, role: null }
    const stored = await findRecord(db, broadcastId, kind, memberId)
    if (!stored) return { status: 'withdrawn', ...hidden }
    const { status, email, role } = JSON.parse(stored)
    if (status !== 'invited') return { status: 'accepted', ...hidden }
    const { name, theme } = JSON.parse(await content.read(broadcastId, kinds.broadcast, broadcastId))
    const inviter = inviterId === '' ? undefined : await findAccount(control, { id: inviterId })
    const broadcast = { name, logo: theme?.logo ?? null }
    const isOpen = expiresAtMs > clock.now()
    return {
      status: isOpen ? 'open' : 'expired',
      expires_at,
      broadcast,
      invited_by: inviter?.name ?? null,
      email,
      role,
    }
  }
  return {
    canMail: mailer !== undefined,
    async invite(broadcastId, memberId, inviterId) {
      const { _id, status, email } = JSON.parse(await content.read(broadcastId, kind, memberId))
      if (status !== 'invited') throw new AppError('already_member', 'The member is active already.')
      const invitation = { broadcastId, memberId: _id, inviterId, expiresAtMs: clock.now() + weekMs }
      const token = invitationToken(vault, invitation)
      const url = `${baseUrl}/studio/invitation?token=${token}`
      const shown = await show(invitation)
      return { token, url, email, expiresAt: shown.expires_at, shown }
    },
    async show(token) {
      const invitation = readInvitation(vault, token)
      if (!invitation) throw unusable()
      return show(invitation)
    },
    async mail({ email, url, shown }) {
      if (!mailer) return false
      return mailer.send({ to: email, ...invitationMail(shown, url) }).then(
        () => true,
        () => false,
      )
    },
    async readToken(token) {
      const invitation = readInvitation(vault, token)
      const isOpen = invitation !== undefined && invitation.expiresAtMs > clock.now()
      const userId = isOpen ? await findOwner(db, invitation.broadcastId) : undefined
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
      await listMember(control, broadcastId, personId)
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
