import { type SearchValues, useGo } from '../../ui/navigation.tsx'
import { type Import, type ImportOptions, usePreviewImport } from './imports.ts'
import { optionsOf } from './replan.ts'

/** Plans the file of a preview again with other choices. The new preview takes the place of the old one, also in the address. */
export function useReplan(record: Import, onReplanned?: (nextId: string) => void) {
  const go = useGo()
  const preview = usePreviewImport()
  return {
    isPending: preview.isPending,
    error: preview.error,
    replan(change: ImportOptions, search: SearchValues = {}) {
      const options = { ...optionsOf(record), ...change }
      preview.mutate(
        { given: { importId: record._id }, options },
        {
          onSuccess(next) {
            onReplanned?.(next._id)
            void go('import', next._id, { search, replace: true })
          },
        },
      )
    },
  }
}
