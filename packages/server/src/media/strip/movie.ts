import { type Box, blanked, boxesIn, type Overwrite, overwritten } from './boxes.ts'
import type { Bytes, Piece } from './pieces.ts'

/**
 * A film or recording of the MP4 family without what the camera or a person noted in it, such as the place. The notes are replaced by
 * empty boxes of the same length, so nothing else moves. Recordings keep their tags, the names of the work and of the artists.
 */
export async function stripMovie(source: Bytes, what: 'film' | 'recording'): Promise<Piece[]> {
  return overwritten(source, await movieOverwrites(source, what))
}

/** What to overwrite outside of the items of a picture, of which `heif.ts` takes care. */
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

/** What a player needs at the top of a file. */
const played = new Set(['ftyp', 'styp', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'prft', 'emsg', 'pdin', 'wide'])
/** Boxes within the description of a film that hold notes, or room in which some may have been left. */
const notes = new Set(['meta', 'uuid', 'free', 'skip'])

async function notesOf(source: Bytes, box: Box, kept: Set<string>): Promise<Overwrite[]> {
  return inBoxes(await boxesIn(source, box.body, box.end), async (note) => (kept.has(note.type) ? [] : blanked(note)))
}

async function inBoxes(boxes: Box[], look: (box: Box) => Promise<Overwrite[]>): Promise<Overwrite[]> {
  const all: Overwrite[] = []
  for (const box of boxes) all.push(...(await look(box)))
  return all
}
