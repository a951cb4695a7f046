import { type AnyRecord, kinds } from '@marquee/model'
import { AppError } from '../../base/errors.ts'
import { appendAudit } from '../../store/access/audit.ts'
import { deleteMembership } from '../../store/records/broadcasts.ts'
import { countActiveOwners } from '../../store/records/members.ts'
import type { Writing } from '../writing.ts'
import type { Rule } from './rule.ts'

/** A broadcast always has an owner who can sign in; deleting a member record removes the access. */
export const memberRule: Rule = {
  async prepare({ writing, before, after }) {
    if (before && isActiveOwner(before) && !isActiveOwner(after)) await requireAnotherOwner(writing, before)
    return { ...after, email: String(after.email).toLowerCase() }
  },
  async saved({ writing, before, after }) {
    await audit(writing, before ? 'member.changed' : 'member.added', after)
  },
  async removing({ writing, record }) {
    if (isActiveOwner(record)) await requireAnotherOwner(writing, record)
    await deleteMembership(writing.tx, writing.broadcastId, record._id)
    await audit(writing, 'member.removed', record)
  },
}

function audit(
  { tx, broadcastId, actor, nowMs }: Writing,
  action: string,
  { _id, role, status }: AnyRecord,
): Promise<void> {
  return appendAudit(tx, {
    action,
    broadcastId,
    actor,
    details: { memberId: _id, role, status },
    at: new Date(nowMs).toISOString(),
  })
}

const isActiveOwner = (member: AnyRecord) => member.role === 'owner' && member.status === 'active'

async function requireAnotherOwner(writing: Writing, member: AnyRecord): Promise<void> {
  const others = await countActiveOwners(writing.tx, writing.broadcastId, kinds.broadcastMember.name, member._id)
  if (others === 0) throw new AppError('last_owner', 'A broadcast needs an owner: make another member owner first.')
}
