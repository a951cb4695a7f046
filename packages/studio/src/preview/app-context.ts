import { createContext, use } from 'react'
import type { KindName } from '../data/api.ts'
import { useRecord } from '../data/records.ts'
import type { Destination } from './destination.ts'
import type { Look } from './look.ts'
import { type Shown, wordsOf } from './words.ts'

/** The app as its parts know it. */
export interface App {
  broadcast: Shown
  /** What is being edited and shown with its unsaved values, wherever it appears. */
  edited: { kind: KindName; record: Shown } | undefined
  locale: string
  timezone: string
  look: Look
  open(destination: Destination | undefined): void
}

export const AppContext = createContext<App | undefined>(undefined)

export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('this stands in a preview alone')
  return app
}

/** The words of a record in the language of the app. */
export function useWords(): (record: unknown, field: string) => string {
  const { locale } = useApp()
  return (record, field) => wordsOf(record, field, locale)
}

/** A record as the app would show it: with one's own edits when it is the one that is edited. */
export function useShownRecord(kind: KindName, id: string): { record: Shown | undefined; isLoading: boolean } {
  const { edited } = useApp()
  const isEdited = edited?.kind === kind && edited.record._id === id
  const { data, isPending } = useRecord(kind, isEdited ? undefined : id)
  if (isEdited) return { record: edited.record, isLoading: false }
  return { record: data?.record, isLoading: isPending }
}
