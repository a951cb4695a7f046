import type { Collecting } from '../collect.ts'

export interface ContentLine {
  text: string
  /** Of its first part in the file. */
  line: number
}

/**
 * The unfolded lines of a calendar. Programs break them in two ways: they fold without the space that marks a continuation, or they
 * write line breaks of a text as they are. A line that cannot be a property belongs to the one before.
 */
export function contentLines(text: string, note: Collecting['note']): ContentLine[] {
  const lines: { parts: string[]; line: number; lastLength: number }[] = []
  for (const [index, written] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1)
    const isFolded = /^[ \t]/.test(written)
    if (last && isFolded) last.parts.push(written.slice(1))
    else if (isProperty(written)) lines.push({ parts: [written], line: index + 1, lastLength: 0 })
    else if (written.trim() !== '') {
      const at = `line ${index + 1}`
      if (!last || /^(?:BEGIN|END):/i.test(last.parts[0] ?? '')) {
        note('damaged_line', `“${written.slice(0, 60)}” is no property; it is left out.`, at)
        continue
      }
      // A line of full length was folded; a shorter one ended with a line break of the text.
      last.parts.push(last.lastLength >= 70 ? written : `\\n${written}`)
      note('broken_folding', `The line is no property; it is read as the rest of line ${last.line}.`, at)
    }
    const current = lines.at(-1)
    if (current) current.lastLength = Buffer.byteLength(written)
  }
  return lines.map(({ parts, line }) => ({ text: parts.join(''), line }))
}

/** Names of properties are known, begin with `X-`, or are upper-case before a value without space: `Note: bring a coat` is text. */
function isProperty(line: string): boolean {
  const [, name = '', next = ''] = /^([A-Za-z][A-Za-z0-9-]*)[;:](.?)/.exec(line) ?? []
  return /^x-/i.test(name) || known.has(name.toUpperCase()) || (/^[A-Z][A-Z0-9-]+$/.test(name) && /[^\s/]/.test(next))
}

const known = new Set(
  `ACTION ATTACH ATTENDEE BEGIN CALSCALE CATEGORIES CLASS COLOR COMMENT COMPLETED CONFERENCE CONTACT CREATED DESCRIPTION DTEND DTSTAMP
  DTSTART DUE DURATION END EXDATE EXRULE FREEBUSY GEO IMAGE LAST-MODIFIED LOCATION METHOD NAME ORGANIZER PERCENT-COMPLETE PRIORITY
  PRODID RDATE RECURRENCE-ID REFRESH-INTERVAL RELATED-TO REPEAT REQUEST-STATUS RESOURCES RRULE SEQUENCE SOURCE STATUS SUMMARY TRANSP
  TRIGGER TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL UID URL VERSION`.split(/\s+/),
)
