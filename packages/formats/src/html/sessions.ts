import type { Slot } from '../dates/slots.ts'
import type { PageEntry } from './entries.ts'

/** A session as a page prints it. */
export interface PageSession extends Slot, Omit<PageEntry, 'isMarked'> {
  at: string
}
