import { notifications } from '@mantine/notifications'
import type { AnyRecord } from '@marquee/model'
import { useCommon } from '../texts/language.tsx'
import { notifyUndoable } from '../ui/undo-notice.tsx'
import type { KindName } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { useBulkUpdate } from './bulk-update.ts'
import { isSame, type Values } from './merge.ts'

export interface RecordChange {
  record: AnyRecord
  body: Values
}

/** Changes many records at once and offers undo, which leaves alone what others have changed since. */
export function useBulkChange(kind: KindName) {
  const { bulk, undo } = useCommon()
  const { api } = useBroadcast()
  const update = useBulkUpdate(kind)

  const send = async (changes: RecordChange[]) => {
    const result = await update
      .mutateAsync(changes.map(({ record, body }) => ({ id: record._id, body })))
      .catch(() => undefined)
    if (result && result.failed > 0)
      notifications.show({ color: 'red', message: bulk.failed(result.failed), autoClose: false })
    return result?.changed ?? 0
  }

  const takeBack = async (changes: RecordChange[]) => {
    const back: RecordChange[] = []
    for (let at = 0; at < changes.length; at += idsAtOnce) {
      const part = changes.slice(at, at + idsAtOnce)
      const ids = part.map(({ record }) => record._id)
      const { data } = await api.kind(kind).list({ filters: [{ _id: { $in: ids } }], limit: idsAtOnce })
      const stored = new Map(data.map((record) => [record._id, record as unknown as Values]))
      for (const { record, body } of part) {
        const now = stored.get(record._id)
        const kept = Object.keys(body).filter((name) => now && isSame(now[name], body[name]))
        const old = record as unknown as Values
        if (kept.length > 0)
          back.push({ record, body: Object.fromEntries(kept.map((name) => [name, old[name] ?? null])) })
      }
    }
    const undone = back.length > 0 ? await send(back) : 0
    notifications.show({ message: bulk.undone(undone), autoClose: 4_000 })
  }

  /** True when at least one record was changed. */
  const change = async (changes: RecordChange[]): Promise<boolean> => {
    const changed = changes.length > 0 ? await send(changes) : 0
    if (changed === 0) return false
    // One notice for all changes: the last one can be undone.
    notifications.hide(noticeId)
    notifyUndoable({
      id: noticeId,
      color: 'green',
      message: bulk.changed(changed),
      action: undo,
      onUndo: () => void takeBack(changes),
    })
    return true
  }
  return { change, isPending: update.isPending }
}

const noticeId = 'bulk-change'

/** The most values that a filter takes. */
const idsAtOnce = 100
