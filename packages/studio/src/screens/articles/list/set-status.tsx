import { notifications } from '@mantine/notifications'
import type { RecordFor } from '../../../data/api.ts'
import { useBulkUpdate } from '../../../data/bulk-update.ts'
import { isNamelessInPublic } from '../../../kinds/nameless.ts'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { notifyUndoable } from '../../../ui/undo-notice.tsx'
import { statusChanges } from '../schedule.ts'
import { texts } from '../texts.ts'

/** Publishes articles or turns them into drafts, and offers undo. */
export function useSetStatus(articles: RecordFor<'broadcastArticle'>[], onDone: () => void) {
  const t = useTexts(texts)
  const common = useCommon()
  const send = useBulkUpdate('broadcastArticle')

  const change = async (status: 'draft' | 'published') => {
    const ready = articles.filter((one) => !isNamelessInPublic('broadcastArticle', { ...one, status }))
    const leftOut = articles.length - ready.length
    if (leftOut > 0) notifications.show({ color: 'yellow', message: common.leftOut(leftOut), autoClose: false })
    const { forth, back } = statusChanges(ready, status)
    if (forth.length === 0) return
    const result = await send.mutateAsync(forth).catch(() => undefined)
    if (!result) return
    const { changed, failed } = result
    if (failed > 0) notifications.show({ color: 'red', message: t.bulk.failed(failed), autoClose: false })
    const undo = async () => {
      const undone = await send.mutateAsync(back).catch(() => undefined)
      if (undone && undone.changed > 0) notifications.show({ message: t.bulk.undone, autoClose: 2_000 })
    }
    notifyUndoable({
      color: 'green',
      message: status === 'published' ? t.bulk.published(changed) : t.bulk.drafted(changed),
      action: common.undo,
      onUndo: () => void undo(),
    })
  }
  return {
    set: (status: 'draft' | 'published') => void change(status).then(onDone),
    isPending: send.isPending,
  }
}
