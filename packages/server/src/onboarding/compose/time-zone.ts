import { isTimeZone, parseInstant } from '@marquee/model'
import type { PageFound, ProgrammeFound, SiteNote } from '../read/found.ts'
import { countryIn, tagOf } from '../tags.ts'
import { citiesIn, zoneOfCity } from './zone-cities.ts'
import { countriesNamed, zoneOfCountry, zoneOfLanguage } from './zone-countries.ts'

export interface ZoneFound {
  zone: string
  /** Why, when no file or address says it. */
  note?: SiteNote
}

/** The time zone of a site. The first source that says one wins; all but the first two are guesses, and are reported. */
export function timeZoneOf(pages: PageFound[], programmes: ProgrammeFound[], language: string | undefined) {
  const named = [...programmes.map(({ timeZone }) => timeZone), ...pages.flatMap(({ clues }) => clues.zones)].find(
    (zone) => zone !== undefined && isTimeZone(zone) && zone !== 'UTC',
  )
  if (named) return { zone: named }
  const all = (of: (page: PageFound) => string[]) => pages.flatMap(of)
  const offsets = all(({ clues }) => clues.offsets)
  const said =
    firstOf(
      all(({ clues }) => clues.cities),
      zoneOfCity,
    ) ??
    firstOf(
      all(({ clues }) => clues.countries),
      (country) => zoneOfCountry(country, offsets),
    )
  if (said) return { zone: said }
  return guessedZone(pages, language, offsets)
}

/** From the weightiest clue to the weakest: cities and countries in the text, the domain, the language. */
function guessedZone(pages: PageFound[], language: string | undefined, offsets: string[]): ZoneFound | undefined {
  const text = pages.map(({ title, description, text }) => `${title}\n${description}\n${text}`).join('\n')
  const home = pages[0]
  const domain = home && /\.([a-z]{2})$/.exec(new URL(home.url).hostname)?.[1]?.toUpperCase()
  const tags = pages.flatMap(({ declaredLanguages }) => declaredLanguages.flatMap((tag) => tagOf(tag) ?? []))
  const inCountry = (country: string) => zoneOfCountry(country, offsets)
  const guesses: [string, string | undefined][] = [
    ['a city that the site names', firstOf(citiesIn(text), zoneOfCity)],
    ['a country that the site names', firstOf(countriesNamed(text, language), inCountry)],
    ['the domain of the site', domain && inCountry(domain)],
    [
      'the language of the site',
      firstOf(
        tags.flatMap((tag) => countryIn(tag) ?? []),
        inCountry,
      ),
    ],
    ['the language of the site', language && zoneOfLanguage(language)],
  ]
  const [why, zone] = guesses.find(([, one]) => one !== undefined) ?? []
  if (!zone) return undefined
  const message = `The site names no time zone; ${zone} is guessed from ${why}. Local times are read in it.`
  return { zone, note: { code: 'time_zone_guessed', message } }
}

function firstOf<T>(values: T[], zoneOf: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const zone = zoneOf(value)
    if (zone) return zone
  }
  return undefined
}

/** The instant of a written time, in its time zone; undefined for one that does not exist. */
export function instantOf(text: string, timeZone: string): string | undefined {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text
  const parsed = parseInstant(whole, timeZone)
  return 'instant' in parsed ? parsed.instant : undefined
}
