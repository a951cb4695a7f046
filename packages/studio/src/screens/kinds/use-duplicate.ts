import { notifications } from '@mantine/notifications'
import { useCallback, useRef } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useSave } from '../../data/records.ts'
import { copyOf } from '../../kinds/copy.ts'
import type { ScreenKind } from '../../kinds/declaration.ts'
import { useLanguage } from '../../texts/language.tsx'
import { useGo, useSearchValues } from '../../ui/navigation.tsx'

/** Copies a stored record as a draft and opens the copy; the day, the map or the filters of the screen stay. */
export function useDuplicate({ kind, path }: ScreenKind): (recordId: string) => Promise<void> {
  const { api } = useBroadcast()
  const { language } = useLanguage()
  const { mutateAsync } = useSave(kind)
  const go = useGo()
  const [search] = useSearchValues()
  // A key that is kept pressed makes one copy.
  const isRunning = useRef(false)
  return useCallback(
    async (recordId) => {
      if (isRunning.current) return
      isRunning.current = true
      try {
        const { record } = await api.kind(kind).get(recordId)
        const { record: copy } = await mutateAsync({ patch: copyOf(kind, record, language) })
        await go(path, copy._id, { search })
      } catch (error) {
        notifications.show({ color: 'red', message: error instanceof Error ? error.message : String(error) })
      } finally {
        isRunning.current = false
      }
    },
    [api, kind, language, mutateAsync, go, path, search],
  )
}
