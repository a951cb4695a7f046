import { notifications } from '@mantine/notifications'
import type { KindName } from '../data/api.ts'
import { useBroadcast } from '../data/broadcasts.tsx'
import { useSave } from '../data/records.ts'
import { screenKinds } from '../kinds/index.ts'

/** Creates a record by its name while another one is edited; undefined where people may not, or where a name is not enough. */
export function useCreateInPlace(kind: KindName): ((name: string) => Promise<string | undefined>) | undefined {
  const { canWrite } = useBroadcast()
  const save = useSave(kind)
  const fromName = screenKinds.find((one) => one.kind === kind)?.fromName
  if (!canWrite || !fromName) return undefined
  return async (name) => {
    try {
      const { record } = await save.mutateAsync({ patch: fromName(name) })
      return record._id
    } catch (error) {
      notifications.show({
        color: 'red',
        message: error instanceof Error ? error.message : String(error),
        autoClose: false,
      })
      return undefined
    }
  }
}
