import { notifications } from '@mantine/notifications'
import { type AnyRecord, kindNamed } from '@marquee/model'
import type { KindName } from '../../data/api.ts'
import { useBulkChange } from '../../data/bulk-change.ts'
import { schemaOf } from '../../fields/schema.ts'
import { isNamelessInPublic } from '../../kinds/nameless.ts'
import { useCommon } from '../../texts/language.tsx'

/** Publishes or unpublishes the selected records; undefined for kinds that are not published. */
export function useSetStatus(kind: KindName, records: AnyRecord[], onDone: () => void) {
  const common = useCommon()
  const update = useBulkChange(kind)
  const { status } = kindNamed(kind).fields
  if (!status || !schemaOf(status).enum?.includes('published')) return undefined
  const set = (value: 'draft' | 'published') => {
    const ready = records.filter((record) => !isNamelessInPublic(kind, { ...record, status: value }))
    const leftOut = records.length - ready.length
    if (leftOut > 0) notifications.show({ color: 'yellow', message: common.leftOut(leftOut), autoClose: false })
    void update.change(ready.map((record) => ({ record, body: { status: value } }))).then(onDone)
  }
  return { set, isPending: update.isPending }
}
