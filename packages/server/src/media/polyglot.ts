import { invalid } from '@marquee/model'
import type { Received } from './incoming.ts'
import { isRaster } from './sniff.ts'

/**
 * Refuses a file that is of one type to us and of another to somebody else: a picture that is also a script, a page or an archive.
 * What we serve says its type and forbids guessing; such a file has no honest use, and other programs may guess.
 */
export async function requireOneFace(file: Received, type: string, pointer: string): Promise<void> {
  const refuse = () => {
    throw invalid(pointer, 'ambiguous', `is of more than one type: ${type}, and something that runs or unpacks`)
  }
  const head = await file.read(0, headBytes)
  if (beginsAsScript(head, type)) refuse()
  if (type === 'application/pdf' && markup.test(head.toString('latin1'))) refuse()
  if (!isRaster(type)) return
  if (endsAsArchive(await file.read(Math.max(0, file.size - archiveTail), archiveTail))) refuse()
  if (await holdsMarkup(file)) refuse()
}

const headBytes = 1_024
const markup = /<(?:script|html|!doctype html|\?php|iframe|body)\b/i

/** The size in the header of a picture, written so that a script engine reads it as the start of a comment or an assignment. */
function beginsAsScript(head: Buffer, type: string): boolean {
  const at = { 'image/gif': 6, 'image/jpeg': 4, 'image/webp': 4, 'audio/wav': 4 }[type]
  if (at === undefined) return false
  const next = head.toString('latin1', at, at + 2)
  return next === '/*' || next === '//' || (type === 'image/gif' && next.startsWith('='))
}

/** The end of a ZIP directory, right where a reader of archives looks for it. */
function endsAsArchive(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(directoryEnd); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(directoryEnd, at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
  }
  return false
}

const directoryEnd = Buffer.from('PK\x05\x06', 'latin1')
const archiveTail = 65_536 + 22

async function holdsMarkup(file: Received): Promise<boolean> {
  const overlap = 32
  for (let at = 0; at < file.size; at += pieceBytes - overlap) {
    if (markup.test((await file.read(at, pieceBytes)).toString('latin1'))) return true
  }
  return false
}

const pieceBytes = 262_144
