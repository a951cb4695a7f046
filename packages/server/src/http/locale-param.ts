import { invalid, shapes } from '@marquee/model'
import type { Params } from './params.ts'
import type { Authorized } from './route.ts'

/**
 * Refuses a `?locale=` that is no language of the broadcast. French, English and Spanish are always accepted, as the interface
 * lists them, so that reading in one of them takes no further statement; without texts in it the main ones are returned.
 */
export function requireLocale(
  params: Params,
  query: Record<string, unknown>,
  authorized: Authorized,
  findLocales: FindLocales,
): Promise<void> | undefined {
  const unusual = unusualNames(params, query)
  return unusual.length === 0 ? undefined : requireKnown(unusual, query, authorized, findLocales)
}

/** Whether it is one of the languages that are always accepted, or none was asked for. */
export const hasUsualLocale = (params: Params, query: Record<string, unknown>): boolean =>
  unusualNames(params, query).length === 0

function unusualNames(params: Params, query: Record<string, unknown>): string[] {
  return localeNames(params).filter((name) => {
    const asked = query[name]
    return typeof asked === 'string' && !isUsual(asked)
  })
}

type FindLocales = (broadcastId: string) => Promise<readonly string[]>

async function requireKnown(
  names: string[],
  query: Record<string, unknown>,
  { membership, site }: Authorized,
  findLocales: FindLocales,
): Promise<void> {
  for (const name of names) {
    const asked = String(query[name])
    const locales = site ? site.audience.locales : membership ? await findLocales(membership.broadcastId) : []
    if (locales.includes(asked)) continue
    const known = [...new Set([...locales, ...shapes.locales])]
    throw invalid(`?${name}`, 'enum', `must be one of ${known.join(', ')}`)
  }
}

const isUsual = (locale: string) => shapes.locales.some((one) => one === locale)

function localeNames(params: Params): string[] {
  const known = namesOf.get(params)
  if (known) return known
  const made = Object.keys(params).filter((name) => params[name]?.isLocale)
  namesOf.set(params, made)
  return made
}

const namesOf = new WeakMap<Params, string[]>()
