import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'
import { createExport } from '../../src/archive/export.ts'
import type { ArchiveOptions } from '../../src/archive/gather.ts'
import { importArchive } from '../../src/archive/import.ts'
import { raw, sql } from '../../src/store/sql.ts'
import type { TestService } from '../support/service.ts'

const everything = { people: true, history: false }

/** Exports a broadcast into a folder of the test. */
export async function exportTo(
  folder: string,
  { platform }: TestService,
  broadcastId: string,
  options: ArchiveOptions = everything,
): Promise<string> {
  const { stream, fileName } = await createExport({ ...platform, baseUrl: platform.config.baseUrl })(
    broadcastId,
    { type: 'command' },
    options,
  )
  const file = join(folder, `${(await readdir(folder)).length}-${fileName}`)
  await pipeline(stream, createWriteStream(file))
  return file
}

export function importInto(
  { platform }: TestService,
  owner: { userId: string; email: string },
  file: string,
  keepIds = false,
): ReturnType<typeof importArchive> {
  return importArchive(
    { ...platform, baseUrl: platform.config.baseUrl, mediaQuotaBytes: platform.config.quotas.mediaBytes },
    {
      file,
      owner: { id: owner.userId, email: owner.email },
      actor: { type: 'command' },
      keepIds,
      onProgress: () => {},
    },
  )
}

/** The files of a zip, texts as texts. */
export async function filesIn(file: string): Promise<Map<string, string | Buffer>> {
  const zip = await openPromise(file, { autoClose: false })
  const files = new Map<string, string | Buffer>()
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    const isText = /\.jsonl?$/.test(entry.fileName)
    files.set(entry.fileName, await (isText ? text(stream) : buffer(stream)))
  }
  zip.close()
  return files
}

/** The number of rows and files that an import could leave behind. */
export async function traces({ platform, config }: TestService): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['broadcasts', 'records', 'changes', 'media_files', 'stored_files', 'memberships']) {
    const [row] = await platform.db.query<{ count: number }>(sql`select count(*) as count from ${raw(table)}`)
    counts[table] = row?.count ?? 0
  }
  const onDisk = await readdir(join(config.dataDir, 'media'), { recursive: true }).catch((): string[] => [])
  return { ...counts, files: onDisk.filter((name) => /original|stripped|incoming\//.test(name)).length }
}

export async function newFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-test-archive-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
