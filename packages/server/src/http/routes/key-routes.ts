import { shapes } from '@marquee/model'
import type { Keys } from '../../access/keys.ts'
import { actorOf } from '../../access/principal.ts'
import { type Scope, scopes } from '../../access/rights.ts'
import { instantOf } from '../../content/days.ts'
import { check } from '../../content/shape.ts'
import type { ApiKeyRow } from '../../store/control/api-keys.ts'
import type { Db } from '../../store/db.ts'
import type { AccountOnce } from '../idempotent.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'

export interface KeyRouteParts {
  keys: Keys
  db: Db
  control: Db<'control'>
  accountOnce: AccountOnce
}

/** The developer settings of a broadcast: its API keys, for signed-in owners. */
export function keyRoutes({ keys, db, control, accountOnce }: KeyRouteParts): Route[] {
  const path = `${broadcastPath}/apiKeys`
  return [
    forMembers('keys.manage', {
      method: 'GET',
      path,
      tag: 'apiKeys',
      summary: 'List the API keys',
      answers: {
        200: {
          description: 'The keys, without their secret part.',
          schema: { type: 'object', properties: { data: { type: 'array', items: keySchema } } },
        },
      },
      handle: async ({ membership }) => ({
        status: 200,
        json: { data: (await keys.list(membership.broadcastId)).map(showKey) },
        isSensitive: true,
      }),
    }),
    forMembers('keys.manage', {
      method: 'POST',
      path,
      tag: 'apiKeys',
      summary: 'Create an API key',
      body: { schema: newKeySchema, example: { name: 'Website', scopes: ['read'] } },
      answers: {
        201: { description: 'The key. Its `key` is shown this once.', schema: keySchema, headers: ['location'] },
      },
      handle: (call) => {
        const sent = check('apiKey create', () => newKeySchema, call.body) as {
          name: string
          scopes?: Scope[]
          expires_at?: string | null
        }
        return accountOnce.run(call, scopeOf(call).caller, async (tx) => {
          const key = {
            name: sent.name,
            scopes: sent.scopes ?? ['read', 'write'],
            expiresAt:
              sent.expires_at == null
                ? null
                : await instantOf(db, call.membership.broadcastId, sent.expires_at, '/expires_at'),
          }
          const { row, text } = await keys.create(tx, call.membership.broadcastId, key, actorOf(call.principal))
          const location = `/v1/users/${call.membership.userId}/broadcasts/${call.membership.broadcastId}/apiKeys/${row.id}`
          return {
            answer: { status: 201, json: { ...showKey(row), key: text }, headers: { location }, isSensitive: true },
            replay: showKey(row),
          }
        })
      },
    }),
    forMembers('keys.manage', {
      method: 'DELETE',
      path: `${path}/:apiKeyId`,
      tag: 'apiKeys',
      summary: 'Revoke an API key',
      answers: { 200: { description: 'The revoked key.', schema: keySchema } },
      async handle(call) {
        const row = await control.transaction((tx) =>
          keys.revoke(tx, call.membership.broadcastId, call.params.apiKeyId ?? '', actorOf(call.principal)),
        )
        return { status: 200, json: showKey(row), isSensitive: true }
      },
    }),
    forMembers('keys.manage', {
      method: 'POST',
      path: `${path}/:apiKeyId/rotate`,
      tag: 'apiKeys',
      summary: 'Replace an API key by a new one',
      body: { schema: rotateSchema, optional: true, example: { overlapSeconds: 3_600 } },
      answers: { 201: { description: 'The new key. Its `key` is shown this once.', schema: keySchema } },
      handle: (call) => {
        const { overlapSeconds = 86_400 } = check('apiKey rotate', () => rotateSchema, call.body) as {
          overlapSeconds?: number
        }
        return accountOnce.run(call, scopeOf(call).caller, async (tx) => {
          const { row, text } = await keys.rotate(
            tx,
            call.membership.broadcastId,
            call.params.apiKeyId ?? '',
            overlapSeconds,
            actorOf(call.principal),
          )
          return {
            answer: { status: 201, json: { ...showKey(row), key: text }, isSensitive: true },
            replay: showKey(row),
          }
        })
      },
    }),
  ]
}

function showKey(row: ApiKeyRow) {
  return {
    id: row.id,
    name: row.name,
    preview: `mrq_live_...${row.last_four}`,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    expires_at: earliest(row.expires_at, row.replaced_until)?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    last_used: row.last_used_at?.toISOString() ?? null,
  }
}

/** A replaced key expires with its overlap, if not before. */
function earliest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}

const newKeySchema = {
  title: 'ApiKeyCreate',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: shapes.Name(200, 'Website'),
    scopes: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: scopes } },
    expires_at: { type: ['string', 'null'], format: 'date-time' },
  },
}

const rotateSchema = {
  title: 'ApiKeyRotate',
  type: 'object',
  additionalProperties: false,
  properties: { overlapSeconds: { type: 'integer', minimum: 0, maximum: 604_800, default: 86_400 } },
}

const keySchema = {
  title: 'ApiKey',
  type: 'object',
  required: ['id', 'name', 'preview', 'scopes', 'created_at', 'expires_at', 'revoked_at', 'last_used'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    preview: { type: 'string', examples: ['mrq_live_...x7Qa'] },
    key: { type: 'string', description: 'The key itself, only in the response that created it.' },
    scopes: { type: 'array', items: { type: 'string', enum: scopes } },
    created_at: { type: 'string', format: 'date-time' },
    expires_at: { type: ['string', 'null'], format: 'date-time' },
    revoked_at: { type: ['string', 'null'], format: 'date-time' },
    last_used: { type: ['string', 'null'], format: 'date-time' },
  },
}
