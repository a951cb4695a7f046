import { notifications } from '@mantine/notifications'
import { type TrashEntry, usePurge, useRestoreTrashed } from '../../data/trash.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { texts } from './texts.ts'

/** The actions on deleted records, with a notice about their result. */
export function useTrashActions() {
  const t = useTexts(texts)
  const common = useCommon()
  const confirm = useConfirm()
  const restoring = useRestoreTrashed()
  const purging = usePurge()
  const nameOf = ({ title }: TrashEntry) => title ?? common.untitled
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      notifications.show({ color: 'red', title: t.failed, message, autoClose: false })
    }
  }
  return {
    isRestoring: restoring.isPending,
    restore: (entries: TrashEntry[]) =>
      attempt(async () => {
        const { restored, left_out } = await restoring.mutateAsync(entries)
        const [only] = entries
        notifications.show({
          color: 'green',
          title: entries.length === 1 && only ? t.restored(nameOf(only)) : t.restoredMany(entries.length),
          message: [
            ...(restored > 0 ? [t.putBack(restored)] : []),
            ...(left_out > 0 ? [t.leftOut(left_out)] : []),
          ].join(' '),
        })
      }),
    async purge(entry: TrashEntry) {
      const title = t.purgeTitle(nameOf(entry))
      if (!(await confirm({ title, message: t.purgeAbout, action: t.purge, isDangerous: true }))) return
      await attempt(async () => {
        await purging.mutateAsync(entry.id)
        notifications.show({ message: t.purged(nameOf(entry)) })
      })
    },
    async empty() {
      const question = { title: t.emptyTitle, message: t.emptyAbout, action: t.emptyAll, isDangerous: true }
      if (!(await confirm(question))) return
      await attempt(async () => {
        notifications.show({ message: t.emptied(await purging.mutateAsync(null)) })
      })
    },
  }
}
