import { notifications } from '@mantine/notifications'
import { type AnyRecord, kindNamed } from '@marquee/model'
import type { KindName } from '../../data/api.ts'
import { useBulkUpdate } from '../../data/bulk-update.ts'
import { schemaOf } from '../../fields/schema.ts'
import { isNamelessInPublic } from '../../kinds/nameless.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

/** Publishes or unpublishes the selected records; undefined for kinds that are not published. */
export function useSetStatus(kind: KindName, records: AnyRecord[], onDone: () => void) {
  const t = useTexts(texts)
  const common = useCommon()
  const update = useBulkUpdate(kind)
  const { status } = kindNamed(kind).fields
  if (!status || !schemaOf(status).enum?.includes('published')) return undefined
  const set = (value: 'draft' | 'published') => {
    const ready = records.filter((record) => !isNamelessInPublic(kind, { ...record, status: value }))
    const leftOut = records.length - ready.length
    if (leftOut > 0) notifications.show({ color: 'yellow', message: common.leftOut(leftOut), autoClose: false })
    if (ready.length === 0) return
    update.mutate(
      ready.map(({ _id }) => ({ id: _id, body: { status: value } })),
      {
        onSuccess({ changed, failed }) {
          if (changed > 0) notifications.show({ color: 'green', message: t.changed(changed) })
          if (failed > 0) notifications.show({ color: 'red', message: t.changeFailed(failed), autoClose: false })
          onDone()
        },
      },
    )
  }
  return { set, isPending: update.isPending }
}
