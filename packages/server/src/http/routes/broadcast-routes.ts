import { type AnyRecord, exampleRecord, kinds, patchSchema, recordSchema } from '@marquee/model'
import { listAudit } from '../../access/audit.ts'
import { actorOf } from '../../access/principal.ts'
import type { Broadcasts } from '../../content/broadcasts.ts'
import { updateRecord } from '../../content/update-record.ts'
import type { Onboarding } from '../../onboarding/onboarding.ts'
import type { Db } from '../../store/db.ts'
import { requireRight } from '../authorize.ts'
import type { ChangeStreams } from '../change-streams.ts'
import type { AccountOnce } from '../idempotent.ts'
import { integer } from '../params.ts'
import { forMembers, personal, type Route } from '../route.ts'
import { auditSchema } from './change-schemas.ts'
import {
  atParam,
  broadcastPath,
  deleteResult,
  deleteResultSchema,
  dryRun,
  expiredAnswer,
  type KindRouteParts,
  preconditionOf,
  readOptionsOf,
  viewParams,
  writeAnswer,
} from './kind-route-parts.ts'
import { newBroadcastSchema, splitWebsite } from './onboarding-routes.ts'

const kind = kinds.broadcast

export interface BroadcastRouteParts extends KindRouteParts {
  control: Db<'control'>
  accountOnce: AccountOnce
  broadcasts: Broadcasts
  streams: ChangeStreams
  onboarding: Onboarding
  quotas: { webhooks: number; keys: number; streams: number }
  mediaUsage(broadcastId: string): Promise<{ used: number; limit: number }>
}

/** The broadcast itself: create, find, read, change, delete, and its usage. */
export function broadcastRoutes(parts: BroadcastRouteParts): Route[] {
  return [
    listRoute(parts),
    createRoute(parts),
    readRoute(parts),
    updateRoute(parts),
    deleteRoute(parts),
    usageRoute(parts),
    auditRoute(parts),
  ]
}

function listRoute({ broadcasts }: BroadcastRouteParts): Route {
  return personal({
    method: 'GET',
    path: '/v1/users/:userId/broadcasts',
    tag: kind.name,
    summary: 'List my broadcasts',
    answers: {
      200: {
        description:
          'The broadcasts I am a member of; `_access` contains the owner, your role and the number of the last change.',
        schema: myBroadcastsSchema,
      },
    },
    async handle({ person }) {
      const data = await broadcasts.list(person.id)
      const metadata = { total: data.length, limit: data.length, skip: 0, nextStartId: null }
      return { status: 200, json: { data, metadata, _type: kind.name }, etag: true }
    },
  })
}

function createRoute({ content, onboarding, accountOnce }: BroadcastRouteParts): Route {
  return personal({
    method: 'POST',
    path: '/v1/users/:userId/broadcasts',
    tag: kind.name,
    summary: 'Create a broadcast',
    body: { schema: newBroadcastSchema, example: { name: 'Nuits du Port' } },
    answers: {
      201: {
        description:
          'The new broadcast, which the caller owns, with a published website whose slug is made from the name. With `website` it is made of that site from now on.',
        schema: recordSchema(kind),
        example: exampleRecord(kind),
        headers: ['etag', 'location'],
      },
    },
    handle: (call) =>
      accountOnce.create(call, `user/${call.person.id}`, async (tx, id) => {
        const { website, body, isNameGiven } = splitWebsite(call.body)
        const service = website === undefined ? {} : { status: 'onboarding' }
        const record = await content.createBroadcast(tx, call.person, body, actorOf(call.person), {
          id,
          service,
          hasSite: true,
        })
        if (website !== undefined) await onboarding.begin(tx, record._id, website, { isNameGiven })
        const location = `/v1/users/${call.person.id}/broadcasts/${record._id}`
        return { answer: { status: 201, json: JSON.stringify(record), headers: { location }, etag: true } }
      }),
  })
}

function readRoute({ content }: BroadcastRouteParts): Route {
  return forMembers('content.read', {
    method: 'GET',
    path: broadcastPath,
    tag: kind.name,
    summary: 'Read the broadcast',
    kept: 'content',
    params: { ...viewParams(kind), at: atParam },
    answers: {
      200: { description: 'The broadcast.', schema: recordSchema(kind), example: exampleRecord(kind) },
      410: expiredAnswer,
    },
    handle: async ({ query, membership }) => ({
      status: 200,
      json: await content.read(membership.broadcastId, kind, membership.broadcastId, readOptionsOf(query)),
      etag: true,
    }),
  })
}

function updateRoute(parts: BroadcastRouteParts): Route {
  return forMembers('content.write', {
    method: 'PATCH',
    path: broadcastPath,
    tag: kind.name,
    summary: 'Change the broadcast',
    params: { dry_run: dryRun },
    body: { schema: patchSchema(kind), example: { shortDescription: 'Three nights of music by the sea' } },
    takesIfMatch: true,
    answers: {
      200: {
        description: 'The broadcast after the change.',
        schema: recordSchema(kind),
        example: exampleRecord(kind),
        headers: ['etag'],
      },
    },
    handle(call) {
      const isTouchingCredentials = Object.entries(kind.fields).some(
        ([name, field]) => field.ownerOnly && Object.hasOwn(Object(call.body), name),
      )
      if (isTouchingCredentials) requireRight(call.membership, 'credentials.write')
      const work = (writing: Parameters<typeof updateRecord>[0]): Promise<AnyRecord> =>
        updateRecord(writing, kind, { id: call.membership.broadcastId }, call.body, {
          precondition: preconditionOf(call),
        })
      return writeAnswer(parts, call, 200, work)
    },
  })
}

function deleteRoute({ broadcasts }: BroadcastRouteParts): Route {
  return forMembers('broadcast.delete', {
    method: 'DELETE',
    path: broadcastPath,
    tag: kind.name,
    summary: 'Delete the broadcast and everything in it',
    answers: { 200: { description: 'The delete result.', schema: deleteResultSchema } },
    async handle({ membership, principal }) {
      await broadcasts.remove(membership, actorOf(principal))
      return { status: 200, json: deleteResult(kind, membership.broadcastId) }
    },
  })
}

function usageRoute({ broadcasts, quotas, streams, mediaUsage }: BroadcastRouteParts): Route {
  return forMembers('content.read', {
    method: 'GET',
    path: `${broadcastPath}/usage`,
    tag: kind.name,
    summary: 'How much of the quotas is used',
    answers: { 200: { description: 'The usage and the quotas.', schema: usageSchema } },
    async handle({ membership }) {
      const usage = await broadcasts.usage(membership.broadcastId)
      return {
        status: 200,
        json: {
          plan: usage.plan,
          sequence: usage.sequence,
          records: usage.records,
          webhooks: { used: usage.webhooks, limit: quotas.webhooks },
          apiKeys: { used: usage.keys, limit: quotas.keys },
          streams: { used: streams.count(membership.broadcastId), limit: quotas.streams },
          mediaBytes: await mediaUsage(membership.broadcastId),
        },
      }
    },
  })
}

function auditRoute(parts: BroadcastRouteParts): Route {
  return forMembers('audit.read', {
    method: 'GET',
    path: `${broadcastPath}/audit`,
    tag: 'audit',
    summary: 'List the audit log of keys, members and the broadcast itself',
    params: {
      limit: integer({ default: 50, min: 1, max: 200, description: 'How many entries.' }),
      before: integer({ default: Number.MAX_SAFE_INTEGER, min: 1, description: 'Only entries with a smaller id.' }),
    },
    answers: {
      200: {
        description: 'Entries, newest first.',
        schema: auditSchema,
      },
    },
    async handle({ query, membership }) {
      const data = await listAudit(parts, membership.broadcastId, query)
      return { status: 200, json: { data }, isSensitive: true }
    },
  })
}

const share = {
  type: 'object',
  required: ['used', 'limit'],
  properties: { used: { type: 'integer', examples: [3] }, limit: { type: ['integer', 'null'], examples: [100] } },
}
const usageSchema = {
  title: 'Usage',
  type: 'object',
  required: ['plan', 'sequence', 'records', 'webhooks', 'apiKeys', 'streams', 'mediaBytes'],
  properties: {
    plan: { type: 'string', enum: ['free', 'pro'], examples: ['pro'] },
    sequence: { type: 'integer', description: 'The number of the last change.' },
    records: {
      type: 'object',
      description: 'By kind.',
      additionalProperties: share,
      examples: [{ broadcastSession: { used: 42, limit: 100_000 } }],
    },
    webhooks: share,
    apiKeys: share,
    streams: share,
    mediaBytes: share,
  },
}

const myBroadcast = {
  ...exampleRecord(kind),
  _access: { userId: '66a1f0c2d4e5b60718293a4d', role: 'owner', plan: 'pro', sequence: 42 },
}

const myBroadcastsSchema = {
  title: 'MyBroadcasts',
  type: 'object',
  required: ['data', 'metadata', '_type'],
  properties: {
    data: { type: 'array', items: { type: 'object', examples: [myBroadcast] } },
    metadata: { type: 'object', examples: [{ total: 1, limit: 1, skip: 0, nextStartId: null }] },
    _type: { type: 'string', const: 'broadcast' },
  },
}
