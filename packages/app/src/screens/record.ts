import type { Shown } from '../data/shown.ts'

/** The props of a screen that shows one record. */
export interface RecordProps {
  record: Shown
}
