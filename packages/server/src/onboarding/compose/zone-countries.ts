import { languageIn } from '../tags.ts'

/** The zone of a country. One with several zones needs times with an offset, which only one of its zones had then. */
export function zoneOfCountry(country: string, offsets: string[] = []): string | undefined {
  const zones = table[country]?.split(' ') ?? []
  if (zones.length <= 1) return zones[0]
  const fitting = zones.filter(
    (zone) => offsets.length > 0 && offsets.every((time) => offsetIn(zone, time) === offsetOf(time)),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

const offsetOf = (time: string) => /([+-]\d{2}):?(\d{2})$/.exec(time)?.slice(1).join(':')

function offsetIn(zone: string, time: string): string | undefined {
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) return undefined
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(ms)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00'
}

/** The countries that a text names, in English or its own language, the most frequent first. */
export function countriesNamed(text: string, language: string | undefined): string[] {
  const sample = text.slice(0, 50_000).toLowerCase()
  const found = Object.keys(table).map((country) => {
    const names = new Set(['en', ...(language ? [language] : [])].flatMap((one) => namesIn(one, country)))
    return { country, count: Math.max(...[...names].map((name) => countOf(sample, name))) }
  })
  return found
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ country }) => country)
}

function namesIn(language: string, country: string): string[] {
  const name = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(country)
  return [...(name ? [name.toLowerCase()] : []), ...(otherNames[country] ?? [])]
}

const otherNames: Record<string, string[]> = {
  CZ: ['czech republic'],
  GB: ['england', 'scotland'],
  NL: ['the netherlands'],
}

/** Whole words only: Oman is not in Romania. */
export function countOf(text: string, name: string): number {
  let count = 0
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isWord = !/\p{L}/u.test(text[at - 1] ?? '') && !/\p{L}/u.test(text[at + name.length] ?? '')
    if (isWord) count += 1
  }
  return count
}

/** The last resort: a language that is spoken in about one zone. */
export const zoneOfLanguage = (tag: string): string | undefined => {
  const country = homes[languageIn(tag)]
  return country && zoneOfCountry(country)
}

const homes: Record<string, string> = {
  fr: 'FR',
  de: 'DE',
  it: 'IT',
  nl: 'NL',
  cs: 'CZ',
  sk: 'SK',
  pl: 'PL',
  hu: 'HU',
  ro: 'RO',
  hr: 'HR',
  sl: 'SI',
  sr: 'RS',
  bg: 'BG',
  el: 'GR',
  tr: 'TR',
  he: 'IL',
  da: 'DK',
  sv: 'SE',
  nb: 'NO',
  no: 'NO',
  nn: 'NO',
  fi: 'FI',
  et: 'EE',
  lv: 'LV',
  lt: 'LT',
  is: 'IS',
  uk: 'UA',
  ka: 'GE',
  hy: 'AM',
  ja: 'JP',
  ko: 'KR',
  th: 'TH',
  vi: 'VN',
  ca: 'ES',
  eu: 'ES',
  gl: 'ES',
}

/** Zones that people live in, by country; of large countries the usual ones. */
const table: Record<string, string> = {
  FR: 'Europe/Paris',
  BE: 'Europe/Brussels',
  CH: 'Europe/Zurich',
  LU: 'Europe/Luxembourg',
  MC: 'Europe/Monaco',
  DE: 'Europe/Berlin',
  AT: 'Europe/Vienna',
  IT: 'Europe/Rome',
  ES: 'Europe/Madrid',
  NL: 'Europe/Amsterdam',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  CZ: 'Europe/Prague',
  SK: 'Europe/Bratislava',
  PL: 'Europe/Warsaw',
  DK: 'Europe/Copenhagen',
  SE: 'Europe/Stockholm',
  NO: 'Europe/Oslo',
  FI: 'Europe/Helsinki',
  GR: 'Europe/Athens',
  HU: 'Europe/Budapest',
  RO: 'Europe/Bucharest',
  BG: 'Europe/Sofia',
  HR: 'Europe/Zagreb',
  SI: 'Europe/Ljubljana',
  RS: 'Europe/Belgrade',
  BA: 'Europe/Sarajevo',
  EE: 'Europe/Tallinn',
  LV: 'Europe/Riga',
  LT: 'Europe/Vilnius',
  PT: 'Europe/Lisbon',
  IS: 'Atlantic/Reykjavik',
  UA: 'Europe/Kyiv',
  TR: 'Europe/Istanbul',
  IL: 'Asia/Jerusalem',
  GE: 'Asia/Tbilisi',
  AM: 'Asia/Yerevan',
  JP: 'Asia/Tokyo',
  TW: 'Asia/Taipei',
  KR: 'Asia/Seoul',
  CN: 'Asia/Shanghai',
  HK: 'Asia/Hong_Kong',
  SG: 'Asia/Singapore',
  TH: 'Asia/Bangkok',
  VN: 'Asia/Ho_Chi_Minh',
  IN: 'Asia/Kolkata',
  AE: 'Asia/Dubai',
  MA: 'Africa/Casablanca',
  SN: 'Africa/Dakar',
  TN: 'Africa/Tunis',
  DZ: 'Africa/Algiers',
  EG: 'Africa/Cairo',
  KE: 'Africa/Nairobi',
  NG: 'Africa/Lagos',
  ZA: 'Africa/Johannesburg',
  CI: 'Africa/Abidjan',
  AR: 'America/Argentina/Buenos_Aires',
  CO: 'America/Bogota',
  PE: 'America/Lima',
  UY: 'America/Montevideo',
  NZ: 'Pacific/Auckland',
  US: 'America/New_York America/Chicago America/Denver America/Los_Angeles',
  CA: 'America/Halifax America/Toronto America/Winnipeg America/Edmonton America/Vancouver',
  MX: 'America/Mexico_City America/Tijuana',
  BR: 'America/Sao_Paulo America/Manaus',
  CL: 'America/Santiago',
  AU: 'Australia/Sydney Australia/Brisbane Australia/Adelaide Australia/Perth',
}
