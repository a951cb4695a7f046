/** A text that every format can hold: lines end with a line feed, and there are no controls, halves of characters or code points that are no characters. */
export function heldText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[[\p{Cc}\uFFFE\uFFFF]--[\t\n]]/gv, '')
}

/** `Soirée d’ouverture` -> `soiree-d-ouverture`; empty when there is no Latin letter or digit in it. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
}
