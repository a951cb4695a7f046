import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The reason to skip a test that needs these programs; false when all are installed. */
export function missing(...names: string[]): string | false {
  const absent = names.find((name) => findOnPath(name) === undefined)
  return absent !== undefined && maySkip() ? notFound(absent) : false
}

/** In CI nothing is skipped: tests with a missing program fail. */
export const maySkip = () => process.env.MARQUEE_TEST_NO_SKIPS !== 'true'

/** The reason that is reported for skipped tests; the reporter counts them by it. */
export const notFound = (name: string) => `no ${name} found`

export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}
