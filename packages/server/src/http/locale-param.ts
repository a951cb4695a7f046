import { invalid, shapes } from '@marquee/model'
import type { Params } from './params.ts'
import type { Authorized } from './route.ts'

/**
 * Refuses a `?locale=` that is no language of the broadcast. French, English and Spanish are always accepted, as the interface
 * lists them, so that reading in one of them takes no further statement; without texts in it the main ones are returned.
 */
export async function requireLocale(
  params: Params,
  query: Record<string, unknown>,
  { membership, site }: Authorized,
  findLocales: (broadcastId: string) => Promise<readonly string[]>,
): Promise<void> {
  for (const [name, { isLocale }] of Object.entries(params)) {
    const asked = query[name]
    if (!isLocale || typeof asked !== 'string' || isUsual(asked)) continue
    const locales = site ? site.audience.locales : membership ? await findLocales(membership.broadcastId) : []
    if (locales.includes(asked)) continue
    const known = [...new Set([...locales, ...shapes.locales])]
    throw invalid(`?${name}`, 'enum', `must be one of ${known.join(', ')}`)
  }
}

const isUsual = (locale: string) => shapes.locales.some((one) => one === locale)
