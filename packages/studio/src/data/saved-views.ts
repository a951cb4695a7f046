import type { SavedView, SavedViewCreate, SavedViewPatch } from '@marquee/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCommon } from '../texts/language.tsx'
import { notifyUndoable } from '../ui/undo-notice.tsx'
import type { KindName } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { undoMs } from './delete.tsx'
import { holdBack, letGo, useHeldBack } from './held-back.ts'

export type { SavedView }

/** The saved views of a table: those of the person, and those of everybody. */
export function useSavedViews(kind: KindName): SavedView[] {
  const { api, id } = useBroadcast()
  const held = useHeldBack()
  const { data = [] } = useQuery({ queryKey: viewsKey(id), queryFn: () => api.sdk.views.list(), staleTime: 30_000 })
  return data.filter((view) => view.kind === kind && !held.has(view.id))
}

export function useSaveView() {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ viewId, body }: { viewId?: string | undefined; body: SavedViewPatch | SavedViewCreate }) =>
      viewId === undefined ? api.sdk.views.create(body as SavedViewCreate) : api.sdk.views.update(viewId, body),
    onSuccess(saved) {
      client.setQueryData<SavedView[]>(viewsKey(id), (known = []) =>
        known.some((view) => view.id === saved.id)
          ? known.map((view) => (view.id === saved.id ? saved : view))
          : [...known, saved],
      )
    },
  })
}

/** Deletes a view after a delay in which it can be undone, as records are. */
export function useDeleteView(onError: (error: Error) => void) {
  const { api, id: broadcastId } = useBroadcast()
  const client = useQueryClient()
  const common = useCommon()
  return ({ id, name }: SavedView, onUndone: () => void) => {
    holdBack([id])
    const send = async () => {
      await api.sdk.views.delete(id).catch(onError)
      await client.invalidateQueries({ queryKey: viewsKey(broadcastId) })
      letGo([id])
    }
    const timer = setTimeout(() => void send(), undoMs)
    notifyUndoable({
      autoClose: undoMs,
      message: common.deleted(name),
      action: common.undo,
      onUndo() {
        clearTimeout(timer)
        letGo([id])
        onUndone()
      },
    })
  }
}

const viewsKey = (broadcastId: string) => ['broadcast', broadcastId, 'views']
