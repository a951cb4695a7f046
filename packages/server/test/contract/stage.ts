import assert from 'node:assert/strict'
import { type AnyRecord, type Kind, kindNamed } from '@marquee/model'
import { newApiKey } from '../../src/access/api-key.ts'
import type { Scope } from '../../src/access/rights.ts'
import { newObjectId } from '../../src/base/object-id.ts'
import { createRecord } from '../../src/content/create-record.ts'
import { type Api, apiWith, signedIn, type TestService, type TestTenant } from '../support/service.ts'
import type { Documented } from './documented.ts'
import { type Body, minimalBody, type Target, targetKinds } from './samples.ts'

/** A broadcast for testing one kind, with a caller that has all rights. */
export interface Stage {
  kind: Kind
  tenant: TestTenant
  /** Path of the kind's collection. */
  path: string
  /** Has all rights; every response is compared with the document. */
  api: Api
  /** Records of the kinds that this one refers to. */
  target: Target
  /** A record of the kind, created from a body if callers can, and by the service otherwise. */
  make(body?: Body): Promise<AnyRecord>
  /** The changes since: rows of the change log in order, and the last sequence number. */
  log(since: number): Promise<{ rows: Row[]; sequence: number }>
  sequence(): Promise<number>
}

export interface Row {
  sequence: number
  kind: string
  id: string
  operation: string
  fields: string[]
  actor: { type: string }
  record: AnyRecord | null
}

/** A broadcast for all kinds, and all its callers. Every response is compared with the document. */
export interface House {
  tenant: TestTenant
  /** A key with every scope. */
  key: Api
  /** The signed-in owner. */
  owner: Api
  /** Keys with fewer scopes. */
  reader: Api
  writer: Api
  contentKey: Api
  /** An anonymous caller, and one with an unknown key. */
  nobody: Api
  guesser: Api
  /** A broadcast of somebody else. */
  other: TestTenant
}

export async function openHouse(service: TestService, documented: Documented): Promise<House> {
  const tenant = await service.newTenant()
  const keyHolder = async (scopes: Scope[]) =>
    documented.api(apiWith(service.url, { 'x-api-key': await service.newKey(tenant.broadcastId, scopes) }))
  return {
    tenant,
    key: documented.api(tenant.api),
    owner: documented.api(await signedIn(service, tenant)),
    reader: await keyHolder(['read', 'people']),
    writer: await keyHolder(['write', 'people']),
    contentKey: await keyHolder(['read', 'write']),
    nobody: documented.api(apiWith(service.url, {})),
    guesser: documented.api(apiWith(service.url, { 'x-api-key': newApiKey() })),
    other: await service.newTenant(),
  }
}

export async function openStage(service: TestService, house: House, kind: Kind): Promise<Stage> {
  const { tenant } = house
  const api = kind.area === 'members' ? house.owner : house.key
  const path = `${tenant.path}/${kind.plural}`
  const targets = new Map<string, string>()
  for (const name of targetKinds(kind)) {
    const reply = await house.key('POST', `${tenant.path}/${kindNamed(name).plural}`, minimalBody(kindNamed(name)))
    assert.equal(reply.status, 201, reply.text)
    targets.set(name, reply.body._id)
  }
  return {
    kind,
    tenant,
    path,
    api,
    target: (name) => targets.get(name) ?? '',
    async make(body = minimalBody(kind)) {
      if (!kind.operations.includes('create')) {
        return service.platform.content.write(tenant, { type: 'command' }, (writing) =>
          createRecord(writing, kind, body),
        )
      }
      const reply = await api('POST', path, body)
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    },
    async log(since) {
      const reply = await house.owner('GET', `${tenant.path}/changes?since=${since}&limit=1000`)
      assert.equal(reply.status, 200, reply.text)
      return { rows: reply.body.data, sequence: reply.body.next }
    },
    sequence: async () => Number((await api('GET', `${path}?limit=0`)).headers.get('marquee-sequence')),
  }
}

/** One operation of a kind. */
export interface KindCall {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  isWrite: boolean
  body?: unknown
}

/** Every operation of a kind on one record; with bodies that are harmless if accepted. */
export function callsOf(kind: Kind, path: string, id: string): KindCall[] {
  const may = (operation: Kind['operations'][number]) => kind.operations.includes(operation)
  const all: (KindCall | false)[] = [
    { operation: 'list', method: 'GET', path, isWrite: false },
    may('create') && { operation: 'create', method: 'POST', path, isWrite: true, body: minimalBody(kind) },
    { operation: 'read', method: 'GET', path: `${path}/${id}`, isWrite: false },
    may('update') && { operation: 'update', method: 'PATCH', path: `${path}/${id}`, isWrite: true, body: harmless },
    may('delete') && { operation: 'delete', method: 'DELETE', path: `${path}/${id}`, isWrite: true },
    may('create') &&
      may('update') && {
        operation: 'by reference',
        method: 'PUT',
        path: `${path}/by-reference/${newObjectId(Date.now())}`,
        isWrite: true,
        body: minimalBody(kind),
      },
    may('create') && {
      operation: 'batch',
      method: 'POST',
      path: `${path}/batch`,
      isWrite: true,
      body: { mode: 'atomic', operations: [{ op: 'create', body: minimalBody(kind) }] },
    },
    kind.logging === 'logged' && { operation: 'history', method: 'GET', path: `${path}/${id}/history`, isWrite: false },
  ]
  return all.filter((call) => call !== false)
}

const harmless = { metadata: { touched: true } }
