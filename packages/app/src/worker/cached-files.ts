/** The files of a build, the shells that refer to them, and the pictures that were seen. */

/** A cache belongs to one site: several may share an origin, each with a worker of its own version. */
export const filesPrefix = (base: string) => `marquee ${base} files `
export const picturesName = (base: string) => `marquee ${base} pictures`

/** The cache of a build, named by its files. */
export function filesName(base: string, files: readonly string[]): string {
  let hash = 0
  for (const letter of files.join()) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return filesPrefix(base) + (hash >>> 0).toString(36)
}

/** Loads a build and its shell. Files that an earlier build has in common with it are copied. */
export async function installFiles(name: string, files: readonly string[], shell: string): Promise<void> {
  const cache = await caches.open(name)
  await Promise.all(
    files.map(async (file) => {
      const known = await caches.match(file)
      await cache.put(file, known ?? (await fetchWhole(file)))
    }),
  )
  // A worker without a shell would be of no use; the browser installs it again at the next visit.
  if (!(await keepShell(name, files, shell))) throw new Error('the shell belongs to another build')
}

/** Keeps a shell, unless it belongs to another build, whose files are not here. False in that case. */
export async function keepShell(name: string, files: readonly string[], path: string): Promise<boolean> {
  const response = await fetchWhole(path)
  const text = await response.clone().text()
  const scripts = [...text.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, file = '']) => file)
  if (scripts.length === 0 || !scripts.every((file) => files.includes(file))) return false
  await (await caches.open(name)).put(path, response)
  return true
}

/** The shells that a cache has. */
export async function shellsIn(name: string): Promise<string[]> {
  const keys = await (await caches.open(name)).keys()
  return keys.map(({ url }) => new URL(url).pathname).filter((path) => path.endsWith('/shell'))
}

/** The build before this one stays, for pages that are still open. */
export async function removeOldFiles(base: string, current: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(filesPrefix(base)) && name !== current)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

async function fetchWhole(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache', credentials: 'omit' })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}
