import type { Note } from '@marquee/formats/programme'

/** What an import has written so far. */
export interface Done {
  created: number
  changed: number
  removed: number
  /** Ids of planned records that could not be written, to which nothing can refer. */
  refused: string[]
  /** Records that were refused, or left as people changed them. */
  notes: Note[]
}

export const noneDone = (): Done => ({ created: 0, changed: 0, removed: 0, refused: [], notes: [] })
