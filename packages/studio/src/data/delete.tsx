import { notifications } from '@mantine/notifications'
import { kindNamed } from '@marquee/model'
import { useQueryClient } from '@tanstack/react-query'
import { useCommon } from '../texts/language.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { notifyUndoable } from '../ui/undo-notice.tsx'
import type { KindName } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { forgetDraft } from './draft-store.ts'
import { holdBack, letGo } from './held-back.ts'
import { kindKey } from './records.ts'
import { usePerson } from './session.ts'
import { readKeptDays, trashKey } from './trash.ts'
import { readUses, UsesList } from './uses.tsx'

/** How long a delete can be undone without a trace. Nothing is sent before: no webhook, no notice to others. */
export const undoMs = 8_000

/**
 * Deletes records after a delay in which it can be undone. They leave the lists at once. Records that others use are deleted after
 * a confirmation that shows where. When the page is closed during the delay nothing is deleted.
 */
export function useDelete<K extends KindName>(kind: K) {
  const { api, id: broadcastId } = useBroadcast()
  const person = usePerson()
  const client = useQueryClient()
  const common = useCommon()
  const confirm = useConfirm()

  const isAgreed = async (ids: string[], what: string) => {
    const uses = await readUses(api, ids)
    if (uses.total === 0) return true
    const keptDays = kindNamed(kind).trash ? await readKeptDays(api) : 0
    const hint = keptDays > 0 ? common.restorable(keptDays) : common.finalDelete
    const message = <UsesList uses={uses} hint={hint} />
    return confirm({ title: common.deleteTitle(what), message, action: common.delete, isDangerous: true })
  }

  const send = async (ids: string[]) => {
    try {
      const [only] = ids
      if (ids.length === 1 && only !== undefined) await api.kind(kind).delete(only, { force: true })
      else await deleteAll(ids)
      for (const id of ids) forgetDraft({ personId: person.id, broadcastId, kind, recordId: id })
    } catch (error) {
      fail(error)
    } finally {
      await client.invalidateQueries({ queryKey: kindKey(broadcastId, kind) })
      await client.invalidateQueries({ queryKey: trashKey(broadcastId) })
      letGo(ids)
    }
  }

  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : ''
    notifications.show({ color: 'red', title: common.deleteFailed, message, autoClose: false })
  }

  const deleteAll = async (ids: string[]) => {
    for (let at = 0; at < ids.length; at += 500) {
      const part = ids.slice(at, at + 500)
      const results = await api.kind(kind).batch(
        'each',
        part.map((id) => ({ op: 'delete' as const, id })),
      )
      // A batch cannot force the delete of records that are in use, which was confirmed before.
      const used = part.filter((_, index) => results[index]?.problem?.code === 'in_use')
      for (const id of used) await api.kind(kind).delete(id, { force: true })
      const refused = results.find(
        ({ status, problem }) => status >= 400 && status !== 404 && problem?.code !== 'in_use',
      )
      if (refused) throw new Error(refused.problem?.detail ?? common.deleteFailed)
    }
  }

  const begin = (ids: string[], what: string) => {
    holdBack(ids)
    const timer = setTimeout(() => {
      notifications.hide(notice)
      void send(ids)
    }, undoMs)
    const notice = notifyUndoable({
      autoClose: false,
      message: common.deleted(what),
      action: common.undo,
      onUndo() {
        clearTimeout(timer)
        letGo(ids)
      },
    })
  }

  /** `onDeleted` is called as soon as the delete is agreed and the records have left the lists. */
  return async (ids: string[], what: string, onDeleted?: () => void) => {
    if (ids.length === 0) return
    try {
      if (!(await isAgreed(ids, what))) return
    } catch (error) {
      fail(error)
      return
    }
    begin(ids, what)
    onDeleted?.()
  }
}
