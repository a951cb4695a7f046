import { createContext, use } from 'react'
import type { KindName } from '../data/api.ts'
import { useRecord } from '../data/records.ts'
import type { Destination } from './destination.ts'
import type { Look } from './look.ts'
import { type Shown, wordsOf } from './words.ts'

/** The context of every part of the app preview. */
export interface App {
  broadcast: Shown
  /** The record being edited, shown with its unsaved values wherever it appears. */
  edited: { kind: KindName; record: Shown } | undefined
  /** The language of the texts. */
  locale: string
  dateLocale: string
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

/** The texts of a record in the language of the app. */
export function useWords(): (record: unknown, field: string) => string {
  const { locale } = useApp()
  return (record, field) => wordsOf(record, field, locale)
}

/** A record as the app would show it: with unsaved edits when it is the edited one. */
export function useShownRecord(kind: KindName, id: string): { record: Shown | undefined; isLoading: boolean } {
  const { edited } = useApp()
  const isEdited = edited?.kind === kind && edited.record._id === id
  const { data, isPending } = useRecord(kind, isEdited ? undefined : id)
  if (isEdited) return { record: edited.record, isLoading: false }
  return { record: data?.record, isLoading: isPending }
}
