import { notifications } from '@mantine/notifications'
import { kindNamed } from '@marquee/model'
import type { KindName } from '../../data/api.ts'
import { useBulkUpdate } from '../../data/bulk-update.ts'
import { schemaOf } from '../../fields/schema.ts'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

/** Publishes or unpublishes the selected records; undefined for kinds that are not published. */
export function useSetStatus(kind: KindName, ids: string[], onDone: () => void) {
  const t = useTexts(texts)
  const update = useBulkUpdate(kind)
  const { status } = kindNamed(kind).fields
  if (!status || !schemaOf(status).enum?.includes('published')) return undefined
  const set = (value: 'draft' | 'published') =>
    update.mutate(
      ids.map((id) => ({ id, body: { status: value } })),
      {
        onSuccess({ changed, failed }) {
          if (changed > 0) notifications.show({ color: 'green', message: t.changed(changed) })
          if (failed > 0) notifications.show({ color: 'red', message: t.changeFailed(failed), autoClose: false })
          onDone()
        },
      },
    )
  return { set, isPending: update.isPending }
}
