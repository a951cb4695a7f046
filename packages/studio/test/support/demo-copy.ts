import { kindNamed, kinds } from '../../../model/src/index.ts'
import { newObjectId } from '../../../server/src/base/object-id.ts'
import { createRecord } from '../../../server/src/content/create-record.ts'
import { removeRecord } from '../../../server/src/content/remove-record.ts'
import { updateRecord } from '../../../server/src/content/update-record.ts'
import { makeFestival } from '../../../server/src/demo/festival/index.ts'
import type { TestService, TestTenant } from '../../../server/test/support/service.ts'

export interface DemoCopy {
  broadcastId: string
  /** The first record of a kind. */
  firstOf(kind: string): string | undefined
}

/** A new broadcast of a tenant with the content of the demo festival, and a host in its trash. */
export async function copyDemo({ platform }: TestService, { userId, email }: TestTenant): Promise<DemoCopy> {
  const ids = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? newObjectId(platform.clock.now())
    ids.set(name, id)
    return id
  }
  const { records, broadcast } = makeFestival(idOf, platform.config.baseUrl)
  const actor = { type: 'command' } as const
  const broadcastId = await platform.db.transaction(async (tx) => {
    const { _id } = await platform.content.createBroadcast(tx, { id: userId, email }, { name: broadcast.name }, actor)
    await platform.content.writeIn(tx, { broadcastId: _id, userId }, actor, async (writing) => {
      for (const { kind, id, body } of records) {
        const slug = 'slug' in body ? { slug: `copy-${_id}` } : {}
        await createRecord(writing, kindNamed(kind), { ...body, ...slug }, { id })
      }
      await updateRecord(writing, kinds.broadcast, { id: _id }, broadcast)
      const { _id: deleted } = await createRecord(writing, kinds.broadcastHost, { title: 'Called off' })
      await removeRecord(writing, kinds.broadcastHost, deleted)
    })
    return _id
  })
  return { broadcastId, firstOf: (kind) => records.find((one) => one.kind === kind)?.id }
}
