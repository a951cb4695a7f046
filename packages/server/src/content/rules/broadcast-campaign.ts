import {
  type AnyRecord,
  type FieldError,
  hasLocalTimes,
  Invalid,
  invalid,
  isLogic,
  kinds,
  parseFilters,
} from '@marquee/model'
import { AppError } from '../../base/errors.ts'
import { callOffCampaign, planCampaign } from '../../store/queues/campaign-jobs.ts'
import { findCalendar } from '../../store/records/broadcasts.ts'
import { changedFields } from '../patch.ts'
import type { Writing } from '../writing.ts'
import type { Rule } from './rule.ts'

/** People draft and schedule; the service sets all later states. A campaign cannot be changed once sending has begun. */
export const campaignRule: Rule = {
  async prepare({ writing, before, after, service }) {
    if ('status' in service || 'stats' in service) return after
    const changed = before ? changedFields(before, after) : Object.keys(after)
    if (before && isClosed(before) && changed.some((field) => messageFields.includes(field)))
      throw new AppError('campaign_closed', 'The campaign has been sent or cancelled; create a new one.')
    if (changed.includes('status') && !byHand.includes(String(after.status)))
      throw invalid('/status', 'read_only', 'is set by sending or cancelling the campaign')
    if (changed.includes('audience')) await requireAudience(writing, after)
    if (changed.includes('navigator')) requireRoom(after)
    if (after.status === 'scheduled') requireReady(after, changed, writing.nowMs)
    return after
  },
  /** Keeps the job of a scheduled campaign at its time. Sending and cancelling update the job themselves. */
  async saved({ writing, before, after }) {
    const { tx, broadcastId, nowMs } = writing
    const wasDue = before?.status === 'scheduled' ? before.scheduledAt : null
    const isDue = after.status === 'scheduled' ? after.scheduledAt : null
    if (isDue === wasDue || isClosed(after)) return
    if (isDue === null) await callOffCampaign(tx, broadcastId, after._id, new Date(nowMs))
    else await planCampaign(tx, broadcastId, after._id, new Date(nowMs), new Date(String(isDue)))
  },
  /** A campaign that was deleted before it was sent comes back as a draft, so that it is not sent unexpectedly. */
  restoring({ before, after }) {
    if (!before && after.status === 'scheduled') after.status = 'draft'
    if (!before && after.status === 'sending') after.status = 'cancelled'
    return undefined
  },
  /** The original is still sent by its own service. */
  copied({ status, stats }) {
    if (status === 'draft' || status === 'scheduled') return { body: { status: 'draft' } }
    return { service: { status: status === 'sending' ? 'cancelled' : status, stats } }
  },
  removing: ({ writing, record }) =>
    callOffCampaign(writing.tx, writing.broadcastId, record._id, new Date(writing.nowMs)),
}

const byHand = ['draft', 'scheduled']
const messageFields = ['title', 'body', 'navigator', 'status', 'scheduledAt', 'audience', 'localeDetails']

const isClosed = ({ status }: AnyRecord) => !byHand.includes(String(status))

/** The audience must be a valid filter on clients. */
async function requireAudience({ tx, broadcastId }: Writing, { audience }: AnyRecord): Promise<void> {
  const { filters, filtersLogical } = Object(audience)
  if (filters === undefined || filters === null) return
  const zone = hasLocalTimes(filters) ? (await findCalendar(tx, broadcastId)).timeZone : 'UTC'
  parseFilters(
    kinds.broadcastClient,
    filters,
    isLogic(filtersLogical) ? filtersLogical : '$and',
    zone,
    '/audience/filters',
  )
}

/** A push payload has 3,993 bytes, and needs room for text beside the target, which it contains twice when it is a link. */
function requireRoom({ navigator }: AnyRecord): void {
  if (navigator === null) return
  const bytes = Buffer.byteLength(JSON.stringify(navigator)) + Buffer.byteLength(String(Object(navigator).url ?? ''))
  if (bytes > maxTargetBytes)
    throw invalid(
      '/navigator',
      'too_large',
      `is too long for a push message, which has room for at most ${maxTargetBytes} bytes of it`,
    )
}

function requireReady(campaign: AnyRecord, changed: string[], nowMs: number): void {
  const errors = [...textErrors(campaign), ...timeErrors(campaign, changed, nowMs)]
  if (errors.length > 0) throw new Invalid(errors)
}

const textErrors = ({ title, body }: AnyRecord): FieldError[] =>
  title || body ? [] : [{ pointer: '/title', code: 'required', message: 'is required, or a body' }]

function timeErrors({ scheduledAt }: AnyRecord, changed: string[], nowMs: number): FieldError[] {
  const pointer = '/scheduledAt'
  if (scheduledAt === null) return [{ pointer, code: 'required', message: 'is required for a scheduled campaign' }]
  const isMoved = changed.includes('scheduledAt') || changed.includes('status')
  const isPast = isMoved && Date.parse(String(scheduledAt)) <= nowMs
  return isPast ? [{ pointer, code: 'past', message: 'must be in the future' }] : []
}

const maxTargetBytes = 2_600
