import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from './base/errors.ts'

/** The secret key of an embedded installation: a file in the data folder that only its owner reads, made at the first start. */
export async function keptSecretKey(dataDir: string, mayMake: () => Promise<boolean>): Promise<Buffer[]> {
  const path = join(dataDir, 'secret.key')
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartupError(`The secret key in ${path} cannot be read (${error.code}); see whose file it is.`)
  })
  if (found !== undefined) return parse(found, path)
  if (!(await mayMake()))
    throw new StartupError(
      `The secret key ${path} is missing, and nothing in the database can be opened without it; restore it from a backup.`,
    )
  // Written whole under another name first: a key that is cut off by a crash would lose every secret sealed with it.
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
