import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from './base/errors.ts'

/** The secret key of an embedded installation: a file in the data folder, readable only by its owner, created at the first start. */
export async function keptSecretKey(dataDir: string, mayCreate: () => Promise<boolean>): Promise<Buffer[]> {
  const path = join(dataDir, 'secret.key')
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartupError(
      `The secret key in ${path} cannot be read (${error.code}); check the owner and permissions of the file.`,
    )
  })
  if (found !== undefined) return parse(found, path)
  if (!(await mayCreate()))
    throw new StartupError(
      `The secret key ${path} is missing, and encrypted data in the database cannot be read without it; restore it from a backup.`,
    )
  // Written under another name first: a key truncated by a crash would lose every secret encrypted with it.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return parse(await readFile(path, 'utf8'), path)
}

function parse(text: string, path: string): Buffer[] {
  const keys = text
    .trim()
    .split(',')
    .map((part) => Buffer.from(part, 'base64'))
  if (keys.some((key) => key.length !== 32))
    throw new StartupError(`The secret key in ${path} is damaged; restore it from a backup.`)
  return keys
}
