import type { Note } from '@marquee/formats/programme'

/** An import shows this many notes, and the number of all. */
export const maxNotes = 200

export function addNote(notes: Note[], note: Note): void {
  if (notes.length < maxNotes) notes.push(note)
}
