import { type AnyRecord, nameFields } from '@marquee/model'

/** A name of a record to show to people. */
export function titleOf(record: AnyRecord): string | null {
  const name = nameFields.find((field) => typeof record[field] === 'string' && record[field] !== '')
  return name ? shortText(String(record[name])) : null
}

/** At most 2,000 characters, cut between code points. */
export function shortText(text: string): string {
  if (text.length <= maxText) return text
  return text
    .slice(0, maxText)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}

export const maxText = 2_000
