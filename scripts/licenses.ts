import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run licenses`: checks the license of every package in the lock file against the allowed ones. Packages of development are
 * checked as well: the studio and the visitors' app are built from some of them.
 */

/** Licenses of packages that are used unchanged. MPL-2.0 asks for the source of changed files, of which there are none. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
])

/** Licenses that are allowed for some packages only, each with its reason. */
const exceptions: { license: string; isOf(name: string): boolean; because: string }[] = [
  {
    license: 'LGPL-3.0-or-later',
    isOf: (name) => name.startsWith('@img/'),
    because: 'libvips is a library of its own beside sharp, which anyone can replace.',
  },
  {
    license: 'OFL-1.1',
    isOf: (name) => name.startsWith('@fontsource/'),
    because: 'A font may be bundled and served with its license.',
  },
]

/** Packages whose manifest has no license. */
const declaredElsewhere: Record<string, string> = {
  // In their readme; both serve a test double of S3.
  'humanize-number': 'MIT',
  only: 'MIT',
}

export interface LockedPackage {
  license?: string
  link?: boolean
}

/** A sentence for each package without an allowed license. `readManifest` reads what the lock file does not say. */
export function refusedLicenses(
  packages: Record<string, LockedPackage>,
  readManifest: (folder: string) => Record<string, unknown>,
): string[] {
  return Object.entries(packages).flatMap(([folder, { license, link }]) => {
    const at = folder.lastIndexOf('node_modules/')
    if (at < 0 || link) return []
    const name = folder.slice(at + 'node_modules/'.length)
    const found = license ?? manifestLicense(readManifest(folder)) ?? declaredElsewhere[name]
    if (found === undefined) return [`${name} names no license.`]
    return isAllowed(found, name) ? [] : [`${name} has the license ${found}, which is not allowed.`]
  })
}

/** An SPDX expression: one side of OR is enough, both sides of AND are needed. AND binds closer. */
function isAllowed(expression: string, name: string): boolean {
  const text = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (text.includes('(')) return false
  return text.split(' OR ').some((side) => side.split(' AND ').every((license) => isOneAllowed(license.trim(), name)))
}

const isOneAllowed = (license: string, name: string) =>
  allowed.has(license) || exceptions.some((exception) => exception.license === license && exception.isOf(name))

/** Manifests of before 2014 have a list of objects. */
function manifestLicense({ license, licenses }: Record<string, unknown>): string | undefined {
  if (typeof license === 'string') return license
  const types = Array.isArray(licenses) ? licenses.map((one) => String(Object(one).type)) : []
  return types.length > 0 ? types.join(' OR ') : undefined
}

/** The refusals of this project. */
export function refusedHere(root: string): { checked: number; refused: string[] } {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const readManifest = (folder: string) => {
    const path = join(root, folder, 'package.json')
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  }
  const refused = refusedLicenses(packages, readManifest)
  return { checked: Object.keys(packages).filter((folder) => folder.includes('node_modules/')).length, refused }
}

if (import.meta.main) {
  const { checked, refused } = refusedHere(process.cwd())
  for (const sentence of refused) console.error(sentence)
  if (refused.length > 0) process.exit(1)
  console.log(`The licenses of ${checked} packages are allowed.`)
}
