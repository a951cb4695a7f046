import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RecordFor } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { listsKey } from './records.ts'

/** Uploads files as media of the broadcast. */
export function useUpload() {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (files: File[]) => (await api.sdk.media.upload(files)) as unknown as RecordFor<'media'>[],
    onSuccess: () => client.invalidateQueries({ queryKey: listsKey(id, 'media') }),
  })
}
