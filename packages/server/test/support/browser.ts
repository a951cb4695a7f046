import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type Browser, chromium } from 'playwright-core'
import { requireChromium } from './chromium.ts'

/** A headless Chromium with its own profile. Several pages can share it; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await requireChromium()
  return chromium.launch({ executablePath, args: quiet, ...(env && { env: { ...process.env, ...env } }) })
}

export interface Website {
  url: string
  stop(): Promise<void>
}

/** Serves some files of a folder on a separate origin. */
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

/** No connections other than to the test pages. The sandbox is off, because it does not work in containers. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
