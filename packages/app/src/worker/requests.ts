import { parseAddress } from '../address.ts'

/** How the worker answers a request. Undefined leaves it to the browser: the API, downloads, forms. */
export type Handling = { type: 'page'; shells: string[] } | { type: 'file' } | { type: 'picture' } | undefined

interface Asked {
  url: string
  method: string
  mode: string
  destination: string
}

export function handlingOf({ url, method, mode, destination }: Asked, base: string, origin: string): Handling {
  const { pathname, searchParams, origin: other } = new URL(url)
  if (method !== 'GET') return undefined
  if (mode === 'navigate')
    return other === origin && !searchParams.has('preview') ? pageHandling(pathname, base) : undefined
  if (other === origin && pathname.startsWith('/app/assets/')) return { type: 'file' }
  // Videos are read in ranges, which caches do not answer.
  if (destination === 'image' || destination === 'font') return { type: 'picture' }
  return undefined
}

/** The first part of an address may be a language, which the worker does not know. */
function pageHandling(pathname: string, base: string): Handling {
  if (!pathname.startsWith(`${base}/`)) return undefined
  const path = pathname.slice(base.length)
  const shell = `${base}/shell`
  const read = (locales: string[]) => parseAddress({ base, main: '', locales }, path, '')
  if (read([])) return { type: 'page', shells: [shell] }
  const [, first = ''] = path.split('/')
  return isLanguage(first) && read([first]) ? { type: 'page', shells: [`${base}/${first}/shell`, shell] } : undefined
}

const isLanguage = (text: string) => /^[a-z]{2,3}(?:-[a-z\d]+)*$/i.test(text)
