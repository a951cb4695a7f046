import assert from 'node:assert/strict'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { type Api, apiWith, signedIn, startService, type TestService, type TestTenant } from '../../support/service.ts'
import { localReceivers } from '../../support/webhooks.ts'

/** A running service with a broadcast, and the callers that the facts need. */
export interface Ground {
  service: TestService
  tenant: TestTenant
  /** Calls with the key in `X-API-KEY`. */
  key: Api
  /** Calls with the same key as bearer token. */
  bearer: Api
  anonymous: Api
  /** The signed-in owner of the broadcast. */
  owner: Api
  receiver: Receiver
  /** Creates a record on Surface B. */
  make(plural: string, body: object): Promise<Json>
  /** Creates an event, a place, an article or a webhook on Surface A. */
  add(collection: string, body: object): Promise<Json>
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: checks look into answers of every shape
type Json = any

export async function openGround(): Promise<Ground> {
  const service = await startService(localReceivers)
  const receiver = await startReceiver()
  const tenant = await service.newTenant()
  const created = async (path: string, body: object) => {
    const reply = await tenant.api('POST', path, body)
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  return {
    service,
    tenant,
    key: tenant.api,
    bearer: apiWith(service.url, { authorization: `Bearer ${tenant.key}` }),
    anonymous: apiWith(service.url, {}),
    owner: await signedIn(service, tenant),
    receiver,
    make: (plural, body) => created(`${tenant.path}/${plural}`, body),
    add: (collection, body) => created(`/v1/${collection}`, body),
    async close() {
      await service.stop()
      await receiver.close()
    },
  }
}
