import type { Readable, Readings } from '../read/read-task.ts'
import { languageOf } from './language.ts'

/** A file of the site and its parsed content; null when it could not be fetched or parsed. */
export type Capture = { [W in Readable]: { what: W; url: string; found: Readings[W] | null } }[Readable]

/** The language of the pages that were read so far. */
export function siteLanguage(captures: Capture[]): string | undefined {
  const pages = ofKind(captures, 'page')
  const [first] = pages
  const manifest = ofKind(captures, 'manifest')[0]
  return (
    first &&
    languageOf(
      first,
      pages.map(({ text }) => text),
      manifest?.language,
    )
  )
}

export function ofKind<W extends Readable>(captures: Capture[], what: W): Readings[W][] {
  return captures.flatMap((capture) => (capture.what === what && capture.found ? [capture.found as Readings[W]] : []))
}
