import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Why a test that runs these programs of the machine is skipped; false where it runs. */
export function missing(...names: string[]): string | false {
  const absent = names.find((name) => findOnPath(name) === undefined)
  return absent !== undefined && maySkip() ? notFound(absent) : false
}

/** In CI nothing may be skipped: tests that lack a program fail there. */
export const maySkip = () => process.env.MARQUEE_TEST_NO_SKIPS !== 'true'

/** The reason that is reported for skipped tests; the reporter counts them by it. */
export const notFound = (name: string) => `no ${name} found`

export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}
