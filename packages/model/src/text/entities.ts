/** Decodes the HTML entities of people's texts: numbers, letters with accents, and common signs. Any other stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,10}));/gi, (whole, decimal, hex, name: string) => {
    if (decimal) return character(Number(decimal))
    if (hex) return character(Number.parseInt(hex, 16))
    return named[name] ?? accented(name) ?? whole
  })
}

function character(code: number): string {
  const isCharacter = code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : ' '
}

/** `eacute` is an `e` with an acute accent, and so with the others. */
function accented(name: string): string | undefined {
  const accent = accents[name.slice(1)]
  return accent && `${name.charAt(0)}${accent}`.normalize('NFC')
}

const accents: Record<string, string> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030A',
  caron: '\u030C',
  cedil: '\u0327',
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
  deg: '°',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  szlig: 'ß',
  oslash: 'ø',
  Oslash: 'Ø',
}
