import { allKinds, kindNamed, shapes } from '@marquee/model'
import type { NewView, SavedViews, ViewPatch } from '../../content/saved-views.ts'
import { check } from '../../content/shape.ts'
import { requireRight } from '../authorize.ts'
import type { RunOnce } from '../idempotent.ts'
import { forMembers, type MemberCall, type Route } from '../route.ts'
import { hiddenKinds } from './change-view.ts'
import { broadcastPath, idIn, readRight, scopeOf } from './kind-route-parts.ts'

/** Saved views of tables, for signed-in members. */
export function viewRoutes({ views, runOnce }: { views: SavedViews; runOnce: RunOnce }): Route[] {
  const path = `${broadcastPath}/views`
  return [
    forMembers('studio.use', {
      method: 'GET',
      path,
      tag: 'views',
      summary: 'List the saved views',
      isSensitive: true,
      answers: {
        200: {
          description: 'My own views and those of everybody, the oldest first.',
          schema: { type: 'object', required: ['data'], properties: { data: { type: 'array', items: viewSchema } } },
          example: { data: [viewExample] },
        },
      },
      async handle(call) {
        const hidden = hiddenKinds(call.membership)
        const data = (await views.list(viewerOf(call))).filter(({ kind }) => !hidden.includes(kind))
        return { status: 200, json: { data }, isSensitive: true }
      },
    }),
    forMembers('studio.use', {
      method: 'POST',
      path,
      tag: 'views',
      summary: 'Save a view of a table',
      body: { schema: newView, example: newViewExample },
      answers: {
        201: {
          description: 'The view. At most 50 of a person, and 100 for everybody, which editors and owners save.',
          schema: viewSchema,
          example: viewExample,
        },
      },
      handle(call) {
        const sent = check<NewView>('view create', () => newView, call.body)
        requireRight(call.membership, readRight(kindNamed(sent.kind)))
        if (sent.shared) requireRight(call.membership, 'content.write')
        return runOnce(call, scopeOf(call), async (tx) => ({
          answer: { status: 201, json: await views.create(tx, viewerOf(call), sent) },
        }))
      },
    }),
    forMembers('studio.use', {
      method: 'PATCH',
      path: `${path}/:viewId`,
      tag: 'views',
      summary: 'Rename, change or share a view',
      body: { schema: viewPatch, example: { name: 'Drafts of Friday' } },
      answers: {
        200: { description: 'The view. Views of everybody are changed by editors and owners.', schema: viewSchema },
      },
      async handle(call) {
        const patch = check<ViewPatch>('view patch', () => viewPatch, call.body)
        const view = await views.update(viewerOf(call), idIn(call.params, 'viewId'), patch, allowShared(call))
        return { status: 200, json: view, isSensitive: true }
      },
    }),
    forMembers('studio.use', {
      method: 'DELETE',
      path: `${path}/:viewId`,
      tag: 'views',
      summary: 'Delete a view',
      answers: { 204: { description: 'It is gone. The records that it showed stay.' } },
      async handle(call) {
        await views.remove(viewerOf(call), idIn(call.params, 'viewId'), allowShared(call))
        return { status: 204 }
      },
    }),
  ]
}

const viewerOf = ({ membership, principal }: MemberCall) => ({
  broadcastId: membership.broadcastId,
  personId: principal.id,
})

const allowShared =
  ({ membership }: MemberCall) =>
  () =>
    requireRight(membership, 'content.write')

const name = shapes.Name(80, 'Drafts of Friday')
const query = {
  type: 'object',
  maxProperties: 40,
  description:
    'What the table shows, as in its address: search, filters, sort and columns. At most 4,000 bytes as JSON.',
}
const shared = { type: 'boolean', default: false, description: 'For everybody in the broadcast, instead of only me.' }

const newView = {
  title: 'SavedViewCreate',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name', 'query'],
  properties: { kind: { type: 'string', enum: allKinds.map((kind) => kind.name) }, name, query, shared },
}
const newViewExample = { kind: 'broadcastSession', name: 'Drafts', query: { status: 'draft' }, shared: true }

const viewPatch = {
  title: 'SavedViewPatch',
  type: 'object',
  additionalProperties: false,
  properties: { name, query, shared: { type: 'boolean', description: shared.description } },
}

const viewSchema = {
  title: 'SavedView',
  type: 'object',
  required: ['id', 'kind', 'name', 'query', 'shared', 'created_at'],
  properties: {
    id: shapes.ObjectId,
    kind: { type: 'string' },
    name: { type: 'string' },
    query: { type: 'object', description: query.description },
    shared: { type: 'boolean', description: shared.description },
    created_at: { type: 'string', format: 'date-time' },
  },
}
const viewExample = {
  id: '66a1f0c2d4e5b60718293a4b',
  ...newViewExample,
  created_at: '2026-07-01T09:00:00.000Z',
}
