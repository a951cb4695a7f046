import { invalid } from '@marquee/model'
import type { Received } from './incoming.ts'
import { isRaster } from './sniff.ts'

/**
 * Refuses polyglot files: an image that is also a script, a page or an archive. Files are served with their type and `nosniff`,
 * but other programs may guess, and such a file has no legitimate use.
 */
export async function requireSingleType(file: Received, type: string, pointer: string): Promise<void> {
  const refuse = () => {
    throw invalid(pointer, 'ambiguous', `has more than one type: ${type}, and a script, page or archive`)
  }
  const head = await file.read(0, headBytes)
  if (beginsAsScript(head, type)) refuse()
  if (type === 'application/pdf' && markup.test(head.toString('latin1'))) refuse()
  if (!isRaster(type)) return
  if (endsAsArchive(await file.read(Math.max(0, file.size - archiveTail), archiveTail))) refuse()
  if (await containsMarkup(file)) refuse()
}

const headBytes = 1_024
const markup = /<(?:script|html|!doctype html|\?php|iframe|body)\b/i

/** The size in the header, chosen so that a script engine parses it as the start of a comment or an assignment. */
function beginsAsScript(head: Buffer, type: string): boolean {
  const at = { 'image/gif': 6, 'image/jpeg': 4, 'image/webp': 4, 'audio/wav': 4 }[type]
  if (at === undefined) return false
  const next = head.toString('latin1', at, at + 2)
  return next === '/*' || next === '//' || (type === 'image/gif' && next.startsWith('='))
}

/** Whether the file ends with the end record of a ZIP directory. */
function endsAsArchive(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(directoryEnd); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(directoryEnd, at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
  }
  return false
}

const directoryEnd = Buffer.from('PK\x05\x06', 'latin1')
const archiveTail = 65_536 + 22

async function containsMarkup(file: Received): Promise<boolean> {
  const overlap = 32
  for (let at = 0; at < file.size; at += pieceBytes - overlap) {
    if (markup.test((await file.read(at, pieceBytes)).toString('latin1'))) return true
  }
  return false
}

const pieceBytes = 262_144
