/** Detects the type of a file from its first bytes. Its name and the declared type are ignored. */
export function sniff(head: Buffer): string {
  for (const { type, isMatch } of magic) if (isMatch(head)) return type
  const box = brandOf(head)
  if (box !== undefined) return box
  const text = textOf(head)
  return text === undefined ? unknownType : typeOfText(text)
}

export const unknownType = 'application/octet-stream'
export const svgType = 'image/svg+xml'

/** The number of bytes that `sniff` needs. */
export const headBytes = 65_536

/** Images that can be decoded and resized. */
export const isRaster = (type: string) =>
  ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'].includes(type)

export const isFont = (type: string) => type.startsWith('font/')

/** The file extension of a type. */
export const extensionOf = (type: string) => extensions[type] ?? 'bin'

/** Types that are displayed in the browser. All others are sent as a download. */
export const isShownInline = (type: string) =>
  isRaster(type) || type === svgType || isFont(type) || /^(audio|video)\//.test(type) || inlineTexts.includes(type)

const inlineTexts = ['text/plain', 'application/json']

interface Magic {
  type: string
  isMatch(head: Buffer): boolean
}

const starts = (type: string, text: string, at = 0): Magic => {
  const bytes = Buffer.from(text, 'latin1')
  return { type, isMatch: (head) => head.subarray(at, at + bytes.length).equals(bytes) }
}
const riff = (type: string, form: string): Magic => ({
  type,
  isMatch: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === form,
})

const magic: Magic[] = [
  starts('image/png', '\x89PNG\r\n\x1a\n'),
  starts('image/jpeg', '\xff\xd8\xff'),
  starts('image/gif', 'GIF87a'),
  starts('image/gif', 'GIF89a'),
  riff('image/webp', 'WEBP'),
  riff('audio/wav', 'WAVE'),
  starts('application/pdf', '%PDF-'),
  starts('font/woff2', 'wOF2'),
  starts('font/woff', 'wOFF'),
  { type: 'font/otf', isMatch: (head) => hasFontTables(head, 'OTTO') },
  { type: 'font/ttf', isMatch: (head) => hasFontTables(head, '\0\x01\0\0') || hasFontTables(head, 'true') },
  { type: 'video/webm', isMatch: (head) => isMatroska(head) && head.subarray(0, 64).includes('webm') },
  { type: 'audio/ogg', isMatch: (head) => isOgg(head) && !head.subarray(0, 128).includes('theora') },
  { type: 'video/ogg', isMatch: (head) => isOgg(head) },
  starts('audio/flac', 'fLaC'),
  starts('audio/mpeg', 'ID3'),
  { type: 'audio/mpeg', isMatch: isMpegFrame },
  starts('application/zip', 'PK\x03\x04'),
  starts('application/gzip', '\x1f\x8b'),
]

const isMatroska = (head: Buffer) => head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3
const isOgg = (head: Buffer) => head.toString('latin1', 0, 5) === 'OggS\0'

/** A font begins with a directory of its tables, and every font has one of these. */
function hasFontTables(head: Buffer, version: string): boolean {
  if (head.length < 28 || head.toString('latin1', 0, 4) !== version) return false
  const count = head.readUInt16BE(4)
  if (count < 1 || count > 256) return false
  const names = Array.from({ length: Math.min(count, Math.floor((head.length - 12) / 16)) }, (_, index) =>
    head.toString('latin1', 12 + 16 * index, 16 + 16 * index),
  )
  return (
    names.every((name) => /^[\x20-\x7e]{4}$/.test(name)) &&
    names.some((name) => ['cmap', 'head', 'name'].includes(name))
  )
}

/** Two consecutive frames of MPEG audio, layer III: a single one may be a coincidence. */
function isMpegFrame(head: Buffer): boolean {
  const length = mpegFrameBytes(head, 0)
  return length > 0 && mpegFrameBytes(head, length) > 0
}

function mpegFrameBytes(head: Buffer, at: number): number {
  if (head.length < at + 4) return 0
  const word = head.readUInt32BE(at)
  const isLayer3 = word >>> 21 === 0x7ff && ((word >>> 17) & 3) === 1
  const version = (word >>> 19) & 3
  const rate = [44_100, 48_000, 32_000][(word >>> 10) & 3]
  const bitrates = version === 3 ? mpeg1Bitrates : mpeg2Bitrates
  const bitrate = bitrates[(word >>> 12) & 15] ?? 0
  if (!isLayer3 || version === 1 || rate === undefined || bitrate === 0) return 0
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4
  return Math.floor(((version === 3 ? 144_000 : 72_000) * bitrate) / (rate / divisor)) + ((word >>> 9) & 1)
}

const mpeg1Bitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const mpeg2Bitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** AVIF, HEIC and MP4 share the ISO base media file format and declare their brand. */
function brandOf(head: Buffer): string | undefined {
  if (head.length < 12 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined
  const brands = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), 64))
  if (/^(avif|avis)/.test(brands) || /^(mif1|msf1).*avif/s.test(brands)) return 'image/avif'
  if (/^(heic|heix|hevc|heim|heis|mif1|msf1)/.test(brands)) return 'image/heic'
  if (/^M4[AB]/.test(brands)) return 'audio/mp4'
  if (/^qt {2}/.test(brands)) return 'video/quicktime'
  return 'video/mp4'
}

/** The beginning of a file as text, when it is text. */
function textOf(head: Buffer): string | undefined {
  // A multi-byte character may be cut at the end of the buffer.
  const cut = head.length === headBytes ? head.subarray(0, lastBoundary(head)) : head
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(cut)
    return hasControls(text) ? undefined : text
  } catch {
    return undefined
  }
}

function lastBoundary(head: Buffer): number {
  let at = head.length - 1
  while (at > head.length - 4 && ((head[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}

const hasControls = (text: string) =>
  [...text.slice(0, headBytes)].some((character) => {
    const code = character.charCodeAt(0)
    return code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13
  })

function typeOfText(text: string): string {
  const trimmed = text.trimStart()
  if (/^<(?:\w{1,20}:)?svg[\s>/]/i.test(rootOf(trimmed))) return svgType
  if (/^BEGIN:VCALENDAR/i.test(trimmed)) return 'text/calendar'
  if (trimmed.startsWith('<')) return /^<\?xml/i.test(trimmed) ? 'application/xml' : 'text/html'
  if (/<(?:html|script|body|iframe|!doctype html)\b/i.test(trimmed.slice(0, 1_024))) return 'text/html'
  return /^[{[]/.test(trimmed) && isJson(trimmed) ? 'application/json' : 'text/plain'
}

/** An XML text from its first element on, without the prolog. */
function rootOf(text: string): string {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    const ending = prologEnding(text, at)
    const end = ending === undefined ? -1 : text.indexOf(ending, at)
    if (ending === undefined || end < 0) return text.slice(at)
    at = end + ending.length
  }
}

function prologEnding(text: string, at: number): string | undefined {
  if (text.startsWith('<?', at)) return '?>'
  if (text.startsWith('<!--', at)) return '-->'
  if (!/^<!doctype/i.test(text.slice(at, at + 9))) return undefined
  const [bracket, end] = [text.indexOf('[', at), text.indexOf('>', at)]
  return bracket >= 0 && bracket < end ? ']>' : '>'
}

function isJson(text: string): boolean {
  // A truncated text cannot be parsed, so it is enough that it looks like JSON.
  if (text.length >= headBytes / 4) return /^(?:\{\s*(?:"|\})|\[\s*(?:["{[\]tfn\d-]))/.test(text)
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  [svgType]: 'svg',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/plain': 'txt',
  'text/html': 'html',
  'text/calendar': 'ics',
  'font/woff2': 'woff2',
  'font/woff': 'woff',
  'font/otf': 'otf',
  'font/ttf': 'ttf',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
}
