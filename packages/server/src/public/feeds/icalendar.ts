import { heldText } from './text.ts'

/** A line of iCalendar (RFC 5545), without the line ending, which `contentLines` adds. */
export type Line = string

/** `SUMMARY`, `a; b` -> `SUMMARY:a\; b` */
export function textLine(name: string, ...values: string[]): Line {
  return `${name}:${values.map(escapedText).join(',')}`
}

/** The value of a parameter, which cannot contain quotes or line breaks. */
export const quotedParam = (text: string) =>
  `"${heldText(text)
    .replaceAll('"', "'")
    .replaceAll(/[\n\t]+/g, ' ')}"`

export function component(name: string, lines: Line[]): Line[] {
  return [`BEGIN:${name}`, ...lines, `END:${name}`]
}

/** The bytes of a calendar: lines of at most 75 octets, each ended by CRLF. */
export function contentLines(lines: Line[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20260704T200000`, from local milliseconds. */
export function dateTime(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}

export const utcDateTime = (instantMs: number) => `${dateTime(instantMs)}Z`

/** `2026-07-04` -> `20260704` */
export const date = (day: string) => day.replaceAll('-', '')

/** `+0200`, or `-044430` for historic offsets with seconds. */
export function utcOffset(offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1_000
  const parts = [seconds / 3_600, (seconds / 60) % 60, ...(seconds % 60 === 0 ? [] : [seconds % 60])]
  return (offsetMs < 0 ? '-' : '+') + parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join('')
}

function escapedText(text: string): string {
  return heldText(text)
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** Continued lines begin with a space. Characters are not split, because some readers would show two broken ones. */
function folded(line: Line): string {
  const bytes = Buffer.from(line)
  const parts: string[] = []
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + maxOctets - (from === 0 ? 0 : 1), bytes.length)
    while (to < bytes.length && isContinuation(bytes.readUInt8(to))) to -= 1
    parts.push(bytes.toString('utf8', from, to))
    from = to
  }
  return parts.join('\r\n ')
}

/** In UTF-8, every byte of a character but the first. */
const isContinuation = (byte: number) => (byte & 0b1100_0000) === 0b1000_0000

const maxOctets = 75
