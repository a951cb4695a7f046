import type { Db } from '../../store/db.ts'
import type { Subscriptions } from '../../webhooks/subscriptions.ts'
import type { RunOnce } from '../idempotent.ts'
import type { forMembers, MemberCall } from '../route.ts'

export interface WebhookRouteParts {
  db: Db
  subscriptions: Subscriptions
  runOnce: RunOnce
}

/** The path prefix of the webhook routes, and how callers are authorized there. */
export interface WebhookEndpoint extends WebhookRouteParts {
  path: string
  declare: typeof forMembers
}

/** The webhook in a path. */
export const webhookOf = ({ membership, params }: MemberCall): [broadcastId: string, id: string] => [
  membership.broadcastId,
  params.webhookId ?? '',
]

export const tag = 'webhooks'
