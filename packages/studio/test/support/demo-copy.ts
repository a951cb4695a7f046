import { kindNamed, kinds } from '../../../model/src/index.ts'
import { newObjectId } from '../../../server/src/base/object-id.ts'
import { createRecord } from '../../../server/src/content/create-record.ts'
import { updateRecord } from '../../../server/src/content/update-record.ts'
import { makeFestival } from '../../../server/src/demo/festival/index.ts'
import type { TestService, TestTenant } from '../../../server/test/support/service.ts'

/** A tenant whose broadcast has the content of the demo festival, and the ids of its records by kind. */
export async function copyDemo(service: TestService): Promise<TestTenant & { idsOf: (kind: string) => string[] }> {
  const tenant = await service.newTenant()
  const { platform } = service
  const ids = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? newObjectId(platform.clock.now())
    ids.set(name, id)
    return id
  }
  const { records, broadcast } = makeFestival(idOf)
  await platform.content.write(tenant, { type: 'command' }, async (writing) => {
    for (const { kind, id, body } of records) {
      const slug = 'slug' in body ? { slug: `copy-${tenant.broadcastId}` } : {}
      await createRecord(writing, kindNamed(kind), { ...body, ...slug }, { id })
    }
    await updateRecord(writing, kinds.broadcast, { id: tenant.broadcastId }, broadcast)
  })
  return { ...tenant, idsOf: (kind) => records.filter((one) => one.kind === kind).map(({ id }) => id) }
}
