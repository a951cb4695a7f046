/** A text that is valid in every format: lines end with a line feed, without control characters, lone surrogates and noncharacters. */
export function heldText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[[\p{Cc}\uFFFE\uFFFF]--[\t\n]]/gv, '')
}

/** `Soirée d’ouverture` -> `soiree-d-ouverture`; empty without a Latin letter or digit. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
}
