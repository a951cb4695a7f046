import { type Box, blanked, boxesIn, type Overwrite, overwritten } from './boxes.ts'
import type { Bytes, Piece } from './pieces.ts'

/**
 * Removes metadata, such as positions, from video and audio of the MP4 family. Metadata boxes are overwritten by empty boxes
 * of the same length, so that no offset changes. Audio keeps its tags, such as title and artist.
 */
export async function stripMovie(source: Bytes, what: 'film' | 'recording'): Promise<Piece[]> {
  return overwritten(source, await movieOverwrites(source, what))
}

/** The overwrites outside of the items of an image, which `heif.ts` handles. */
export async function movieOverwrites(source: Bytes, what: 'film' | 'recording' | 'picture'): Promise<Overwrite[]> {
  const keptNotes = new Set(['kind', 'name', 'chpl', ...(what === 'recording' ? ['meta'] : [])])
  const inTrack = async (box: Box): Promise<Overwrite[]> => {
    if (box.type === 'udta') return notesOf(source, box, keptNotes)
    if (box.type === 'trak') return inBoxes(await boxesIn(source, box.body, box.end), inTrack)
    return notes.has(box.type) ? blanked(box) : []
  }
  return inBoxes(await boxesIn(source, 0, source.size), async (box) => {
    if (box.type === 'moov') return inBoxes(await boxesIn(source, box.body, box.end), inTrack)
    const isItems = what === 'picture' && box.type === 'meta'
    return isItems || played.has(box.type) ? [] : blanked(box)
  })
}

/** Top-level boxes that players need. */
const played = new Set(['ftyp', 'styp', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'prft', 'emsg', 'pdin', 'wide'])
/** Boxes within `moov` that contain metadata, or free space with possible remains of metadata. */
const notes = new Set(['meta', 'uuid', 'free', 'skip'])

async function notesOf(source: Bytes, box: Box, kept: Set<string>): Promise<Overwrite[]> {
  return inBoxes(await boxesIn(source, box.body, box.end), async (note) => (kept.has(note.type) ? [] : blanked(note)))
}

async function inBoxes(boxes: Box[], visit: (box: Box) => Promise<Overwrite[]>): Promise<Overwrite[]> {
  const all: Overwrite[] = []
  for (const box of boxes) all.push(...(await visit(box)))
  return all
}
