import { type Note, type SourceFile, Unreadable } from './programme.ts'

/**
 * The text of a file: by its byte order mark, the charset that the server or the file declares, else UTF-8. Text that is not UTF-8
 * and declares nothing is read as Windows-1252, which every byte fits, with a note.
 */
export function decodeText({ bytes, contentType }: SourceFile, notes: Note[]): string {
  const marked = byteOrderMarks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return decoded(bytes, marked.charset)
  const declared = declaredCharset(bytes, contentType)
  const decoder = declared === undefined ? undefined : decoderOf(declared)
  if (declared !== undefined && !decoder)
    notes.push({
      code: 'unknown_charset',
      message: `The file declares the charset “${declared}”, which is unknown; it is read as UTF-8.`,
    })
  if (decoder && decoder.encoding !== 'utf-8') return decoder.decode(bytes)
  const text = utf8(bytes) ?? utf8(unfolded(bytes))
  if (text === undefined) {
    notes.push({
      code: 'guessed_charset',
      message: 'The file is not valid UTF-8; it is read as Windows-1252. Check letters with accents.',
    })
    return decoded(bytes, 'windows-1252')
  }
  return encodedOnce(text, notes)
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Calendars fold their lines after 75 bytes, some in the middle of a letter. */
function unfolded(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  return /^\s*BEGIN:VCALENDAR/i.test(text) ? Buffer.from(text.replaceAll(/\r?\n[ \t]/g, ''), 'latin1') : bytes
}

/** Text that was encoded twice has control characters after letters with accents: `\u00e2\u0080\u0099` is an apostrophe. No text has those. */
function encodedOnce(text: string, notes: Note[]): string {
  if (!/[\u00c2-\u00f4][\u0080-\u009f]/.test(text)) return text
  let count = 0
  const repaired = text.replaceAll(twice, (letter) => {
    const once = isTwice.test(letter) ? utf8(Buffer.from(letter, 'latin1')) : undefined
    if (once !== undefined) count++
    return once ?? letter
  })
  if (count > 0)
    notes.push({
      code: 'encoded_twice',
      message: `${count} characters were encoded twice as UTF-8; they are restored.`,
    })
  return repaired
}

/** In such a file `Ã¨` is an `è` as well. Before a closing quotation mark, an upper-case `Ã` may be meant. */
const isTwice = /[\u0080-\u009f]|^Ã[^«»]$/

const twice = /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g

/** Text with more than a few NUL characters is a picture, a program or another file without words. */
export function refuseBinary(text: string): void {
  const start = text.slice(0, 4_096)
  if (start.includes('\0')) throw new Unreadable('This is a binary file, not a programme.', 'line 1')
}

const byteOrderMarks = [
  { mark: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { mark: [0xff, 0xfe], charset: 'utf-16le' },
  { mark: [0xfe, 0xff], charset: 'utf-16be' },
]

const decoded = (bytes: Uint8Array, charset: string) => new TextDecoder(charset).decode(bytes)

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}

/** The XML declaration or a `<meta>` of HTML is ASCII in every charset that has no byte order mark. */
function declaredCharset(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const sent = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
  if (sent) return sent
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048)).trimStart()
  if (start.startsWith('<?xml')) return /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/.exec(start)?.[1]
  if (!start.startsWith('<')) return undefined
  return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1]
}
