import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

/** A real Chromium with a profile of its own, without a window. Several pages can share it; whoever launches it closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({ executablePath, args: quiet, ...(env && { env: { ...process.env, ...env } }) })
}

export interface Website {
  url: string
  stop(): Promise<void>
}

/** Some files of a folder, on an origin of their own. */
export async function startWebsite(folder: URL, names: string[]): Promise<Website> {
  const types: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' }
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site')
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    if (!names.includes(name)) return response.writeHead(404).end()
    const content = await readFile(new URL(name, folder))
    return response.writeHead(200, { 'content-type': types[name.split('.').at(-1) ?? ''] }).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

interface Installed {
  executablePath: string
  env?: Record<string, string>
}

/** It talks to nobody but the pages it is shown. The tests run in containers too, where its sandbox cannot. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

async function findChromium(): Promise<Installed> {
  const chosen = process.env.MARQUEE_TEST_BROWSER
  if (chosen) return { executablePath: chosen }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium()
  const executablePath = usualPlaces.find((path) => existsSync(path))
  if (executablePath) return { executablePath }
  throw new Error(
    'There is no browser to test with: install Chromium or Chrome (on Debian `apt-get install chromium`), or name one in MARQUEE_TEST_BROWSER.',
  )
}

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The Chromium that npm brought, with the libraries and the font that a bare machine does not have. It is unpacked once. */
async function unpackChromium(): Promise<Installed> {
  const { version } = JSON.parse(await readFile(new URL('package.json', packageUrl), 'utf8'))
  const cache = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url))
  const home = join(cache, `chromium-${version}`)
  if (!existsSync(home)) await unpackTo(cache, home)
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
  }
}

/** Test files run beside each other: each unpacks for itself, and the first to be done moves its copy into place. */
async function unpackTo(cache: string, home: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'unpacking-'))
  const { inflate } = await import('@sparticuz/chromium')
  const packed = fileURLToPath(new URL('bin/', packageUrl))
  const { TMPDIR } = process.env
  // The package unpacks into the system's temporary folder, which others share.
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
