import assert from 'node:assert/strict'
import { type AnyRecord, type Kind, kinds } from '@marquee/model'
import { contentKinds, peopleKinds } from '../../src/archive/format.ts'
import { createOperations } from '../../src/content/operations.ts'
import { font, formOf, picture } from '../media/samples.ts'
import { photo } from '../media/with-metadata.ts'
import { laidOver, referencePlaces } from '../support/reference-places.ts'
import { sampleBody } from '../support/sample-body.ts'
import type { TestService, TestTenant } from '../support/service.ts'

/** Kinds that a key can write and an archive contains. */
export const written = [...contentKinds, ...peopleKinds].filter(({ area }) => area !== 'members')

export const password = 'an-unguessable-password'

/** Fills a broadcast with two records of every kind: every field, block, locale and place of a reference, and uploaded files. */
export async function fillBroadcast(service: TestService, tenant: TestTenant): Promise<void> {
  const ids = await uploads(service, tenant)
  for (const kind of written.filter(({ name }) => name !== 'media'))
    ids.set(kind.plural, (await post(tenant, kind, { ...least(kind), status: undefined }))._id)
  for (const kind of written) await post(tenant, kind, sample(kind))
  for (const { on, to, body } of referencePlaces) {
    const kind = written.find(({ plural }) => plural === on)
    if (kind) await post(tenant, kind, { ...least(kind), ...body(idOf(ids, to)) })
  }
  const session = await post(tenant, kinds.broadcastSession, { title: 'Late' })
  await ok(
    tenant.api('PATCH', `${tenant.path}/broadcastInterestPoints/${idOf(ids, 'broadcastInterestPoints')}`, {
      navigator: { broadcastSessionId: session._id },
    }),
  )
  await patchBroadcast(tenant, ids)
  await writeArticle(tenant, ids)
  await nestCategories(tenant)
  await outliveRules(tenant)
  await makeCampaigns(service, tenant)
  await post(tenant, kinds.workflow, workflow)
}

export const workflow = {
  name: 'Hourly',
  status: 'enabled',
  trigger: { type: 'interval', everySeconds: 3_600 },
  entryNodeId: 'only',
  nodes: [{ id: 'only', type: 'code', config: { code: { type: 'string', value: 'return 1' } } }],
}

async function uploads(service: TestService, tenant: TestTenant): Promise<Map<string, string>> {
  const files = [
    { name: 'Äpfel & Birnen.png', bytes: await picture('png') },
    { name: 'photo.jpg', bytes: await photo('jpeg') },
    {
      name: 'logo.svg',
      bytes: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
    },
    { name: 'again.png', bytes: await picture('png') },
    { name: 'type.ttf', bytes: font() },
  ]
  const response = await fetch(`${service.url}${tenant.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.key },
    body: formOf(files, [['alt', 'A picture']]),
  })
  assert.equal(response.status, 201)
  const { data }: { data: AnyRecord[] } = JSON.parse(await response.text())
  const media = data.at(-1)?._id ?? ''
  await ok(tenant.api('PATCH', `${tenant.path}/medias/${data[0]?._id}`, { color: '#123456', _reference: 'poster' }))
  return new Map([['medias', media]])
}

function sample(kind: Kind): Record<string, unknown> {
  let count = 0
  const body = sampleBody(kind, {
    text: ({ maxLength }) => `text ${++count}`.slice(0, maxLength),
    anything: () => ({ any: [1, null, { thing: true }] }),
    freeForm: () => ({ any: [1, { thing: true }] }),
    without: (name) => name === 'external',
  })
  return { ...body, ...(kind === kinds.workflow && { status: 'disabled' }) }
}

const least = (kind: Kind) =>
  sampleBody(kind, { text: () => 'x', without: (_, field) => field.presence !== 'required' })

/** Look, menus and stored credentials, with every place of a reference. */
async function patchBroadcast(tenant: TestTenant, ids: Map<string, string>): Promise<void> {
  const body = referencePlaces
    .filter(({ on }) => on === 'broadcast')
    .reduce((over, { to, body: more }) => laidOver(over, more(idOf(ids, to))) as object, {} as object)
  const query = { filters: [{ categoryIds: { $in: [idOf(ids, 'broadcastCategories')] } }], limit: -1 }
  await ok(
    tenant.api('PATCH', tenant.path, {
      ...body,
      timezone: 'Europe/Paris',
      metadata: { [idOf(ids, 'broadcastHosts')]: { host: idOf(ids, 'broadcastHosts') }, query },
      authData: [{ type: 'basic', name: 'Ticket shop', basic: { username: 'ada', password } }],
    }),
  )
}

/** Rich text with addresses of files, absolute and relative. */
async function writeArticle(tenant: TestTenant, ids: Map<string, string>): Promise<void> {
  const { body: media } = await ok(tenant.api('GET', `${tenant.path}/medias/${idOf(ids, 'medias')}`))
  const path = new URL(media.mediaUrl).pathname
  const session = idOf(ids, 'broadcastSessions')
  await post(tenant, kinds.broadcastArticle, {
    title: 'Links',
    content: `<p><img src="${media.mediaUrl}?w=400"><a href="${path}">file</a> <a href="/sessions/${session}">session</a></p>`,
    coverImageUrl: media.mediaUrl,
    status: 'published',
    _reference: `of ${session}`,
  })
}

/** The parent is newer than the child. */
async function nestCategories(tenant: TestTenant): Promise<void> {
  const child = await post(tenant, kinds.broadcastCategory, { title: 'Jazz' })
  const parent = await post(tenant, kinds.broadcastCategory, { title: 'Music' })
  await ok(tenant.api('PATCH', `${tenant.path}/broadcastCategories/${child._id}`, { parentId: parent._id }))
}

/** Records that were valid when they were written, and that would be completed or refused today. */
async function outliveRules(tenant: TestTenant): Promise<void> {
  const form = await post(tenant, kinds.broadcastNetworkingForm, { fields: [{ key: 'name', type: 'text' }] })
  await post(tenant, kinds.broadcastContact, { formId: form._id, fields: [{ key: 'name', value: 'Ada' }] })
  const fields = [{ key: 'email', type: 'email', required: true }]
  await ok(tenant.api('PATCH', `${tenant.path}/broadcastNetworkingForms/${form._id}`, { fields }))
  const point = await post(tenant, kinds.broadcastInterestPoint, { title: 'Loose', position: { x: 1, y: 2 } })
  assert.notEqual(point.mapId, null)
  await ok(tenant.api('PATCH', `${tenant.path}/broadcastInterestPoints/${point._id}`, { mapId: null }))
}

async function makeCampaigns(service: TestService, tenant: TestTenant): Promise<void> {
  const scheduledAt = new Date(service.clock.now() + 86_400_000).toISOString()
  await post(tenant, kinds.broadcastCampaign, { title: 'Tomorrow', status: 'scheduled', scheduledAt })
  const sent = await post(tenant, kinds.broadcastCampaign, { title: 'Yesterday' })
  const { platform } = service
  await platform.db.transaction((tx) =>
    createOperations(platform.content, platform.db).setFields(
      tx,
      tenant,
      { type: 'service' },
      kinds.broadcastCampaign,
      sent._id,
      { status: 'sent', stats: { total: 3, sent: 3, failed: 0, gone: 0 } },
    ),
  )
}

async function post(tenant: TestTenant, kind: Kind, body: object): Promise<AnyRecord> {
  return (await ok(tenant.api('POST', `${tenant.path}/${kind.plural}`, body))).body
}

async function ok(answer: ReturnType<TestTenant['api']>): ReturnType<TestTenant['api']> {
  const reply = await answer
  assert(reply.status < 300, reply.text.slice(0, 500))
  return reply
}

const idOf = (ids: Map<string, string>, plural: string) => ids.get(plural) ?? assert.fail(`no record of ${plural}`)
