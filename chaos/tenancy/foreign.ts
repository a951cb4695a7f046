import { broadcastKinds, views } from '@marquee/model'
import { minimalBody } from '../../packages/server/test/contract/samples.ts'
import { callWith, type Tenant } from '../accounts.ts'
import type { Random } from '../random.ts'

/** What a broadcast has, by the parameter of a path or the kind of a record. */
export interface Held {
  userId: string
  broadcastId: string
  ids: Map<string, string>
}

/** Gives a broadcast a record of every kind that can be created, and one of everything else that has an id. */
export async function fillBroadcast(url: string, tenant: Tenant, marker: string): Promise<Held> {
  const { founder, path, broadcastId } = tenant
  const key = callWith(url, await tenant.key(['read', 'write', 'people']))
  const ids = new Map<string, string>()
  for (const kind of broadcastKinds.filter(({ operations }) => operations.includes('create'))) {
    const named = Object.keys(kind.fields).find((name) => ['title', 'name'].includes(name))
    const body = { ...minimalBody(kind), ...(named && { [named]: marker }), _reference: `${marker}-${kind.name}` }
    const { body: made } = await founder.call('POST', `${path}/${kind.plural}`, body)
    ids.set(`${kind.name}Id`, made._id)
    ids.set(`${path}/${kind.plural} reference`, `${marker}-${kind.name}`)
  }
  // These are published, and so public.
  const event = { title: 'Public', start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }
  const examples: Record<string, object> = {
    events: event,
    places: { name: 'Public' },
    articles: { title: 'Public', content: 'Public', content_format: 'html' },
  }
  for (const { plural } of views) {
    const reference = `${marker}-${plural}`
    const { body } = await key('PUT', `/v1/${plural}/by-reference/${reference}`, examples[plural])
    ids.set(`/v1/${plural} id`, body.id)
    ids.set(`/v1/${plural} reference`, reference)
  }
  const webhook = { url: `https://127.0.0.1:9/${marker}`, events: ['webhook.disabled'] }
  const { body: hook } = await founder.call('POST', `${path}/webhooks`, webhook)
  ids.set('webhookId', hook.id)
  const { body: delivery } = await founder.call('POST', `${path}/webhooks/${hook.id}/test`)
  ids.set('deliveryId', delivery.delivery_id)
  const { body: keys } = await founder.call('GET', `${path}/apiKeys`)
  ids.set('apiKeyId', keys.data[0].id)
  const view = { kind: 'broadcastHost', name: marker, query: { status: 'draft' }, shared: true }
  ids.set('viewId', (await founder.call('POST', `${path}/views`, view)).body.id)
  const { body: deleted } = await founder.call('POST', `${path}/broadcastHosts`, { title: marker })
  await founder.call('DELETE', `${path}/broadcastHosts/${deleted._id}`)
  ids.set('recordId', deleted._id)
  const { body: workflow } = await founder.call('POST', `${path}/workflows`, {
    name: marker,
    entryNodeId: 'only',
    nodes: [{ id: 'only', type: 'code', config: { code: { type: 'string', value: 'return 1' } } }],
  })
  const { body: run } = await founder.call('POST', `${path}/workflows/${workflow._id}/runs?wait=true`, {})
  ids.set('workflowRunId', run._id)
  return { userId: founder.userId, broadcastId, ids }
}

/** The same names with ids of the same form that do not exist. */
export function newMissing({ ids }: Held, random: Random): Held {
  const hex = (length: number) => Array.from({ length }, () => random.below(16).toString(16)).join('')
  // The first four bytes of an id are its time; those of the others are from now, too.
  const like = (id: string) =>
    /^[0-9a-f]{24}$/.test(id) ? id.slice(0, 8) + hex(16) : id.replaceAll(/[0-9a-f]/g, () => hex(1))
  return {
    userId: hex(24),
    broadcastId: hex(24),
    ids: new Map([...ids].map(([name, id]) => [name, like(id)])),
  }
}

/** Everything that a broadcast holds, in parts that can be compared. */
export async function stateOf({ founder, path, broadcastId }: Tenant): Promise<Record<string, string>> {
  const lists = broadcastKinds.map(({ plural }) => plural)
  const parts = [...lists, 'webhooks', 'apiKeys', 'views', 'trash', 'audit', 'usage', 'changes', 'jobs', 'revisions']
  const state: Record<string, string> = {}
  for (const part of new Set(parts)) {
    const { body } = await founder.call('GET', `${path}/${part}`).catch((error: Error) => ({ body: error.message }))
    // The delivery to nowhere is retried meanwhile.
    state[part] = JSON.stringify(body).replaceAll(
      /"(last_delivery_at|last_attempt_at|consecutive_failures|last_used_at)":[^,}]*/g,
      '',
    )
  }
  state.broadcast = JSON.stringify((await founder.call('GET', path)).body)
  state.members = JSON.stringify((await founder.call('GET', `/v1/users/${founder.userId}/broadcasts`)).body)
  return { ...state, id: broadcastId }
}
