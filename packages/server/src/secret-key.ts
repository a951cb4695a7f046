import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from './base/errors.ts'

/** The secret key of an embedded installation: a file in the data folder, readable only by its owner, created at the first start. */
export async function keptSecretKey(dataDir: string, mayCreate: () => Promise<boolean>): Promise<Buffer[]> {
  const path = pathIn(dataDir)
  const found = await findSecretKey(dataDir)
  if (found) return found
  if (!(await mayCreate()))
    throw new StartupError(
      `The secret key ${path} is missing, and encrypted data in the database cannot be read without it; restore it from a backup.`,
    )
  await writeSecretKey(dataDir, randomBytes(32).toString('base64'))
  return parseRing(await readFile(path, 'utf8'), path)
}

/** The secret key in the data folder, if there is one. */
export async function findSecretKey(dataDir: string): Promise<Buffer[] | undefined> {
  const path = pathIn(dataDir)
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartupError(
      `The secret key in ${path} cannot be read (${error.code}); check the owner and permissions of the file.`,
    )
  })
  return found === undefined ? undefined : parseRing(found, path)
}

/** Writes the secret key, unless there is one. */
export async function writeSecretKey(dataDir: string, text: string): Promise<void> {
  const path = pathIn(dataDir)
  // Written under another name first: a key truncated by a crash would lose every secret encrypted with it.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

const pathIn = (dataDir: string) => join(dataDir, 'secret.key')

/** The keys in a text such as that of `MARQUEE_SECRET_KEY`. */
export function parseRing(text: string, path: string): Buffer[] {
  const keys = text
    .trim()
    .split(',')
    .map((part) => Buffer.from(part, 'base64'))
  if (keys.some((key) => key.length !== 32))
    throw new StartupError(`The secret key in ${path} is damaged; restore it from a backup.`)
  return keys
}
