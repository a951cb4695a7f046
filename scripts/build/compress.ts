import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Writes a Brotli and a gzip copy beside every file of a folder that becomes smaller. */
export async function compressFolder(folder: string): Promise<void> {
  const paths: string[] = []
  for await (const path of glob('**/*.{js,css,html,svg,json}', { cwd: folder })) paths.push(join(folder, path))
  await Promise.all(paths.map(compressFile))
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < 1_024) return
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    gzipped(content, { level: 9 }),
  ])
  await writeFile(`${path}.br`, br)
  await writeFile(`${path}.gz`, gz)
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
