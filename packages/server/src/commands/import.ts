import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type AnyRecord, kinds } from '@marquee/model'
import { importHandler, openImports } from '../background.ts'
import type { Given } from '../imports/imports.ts'
import { importJob } from '../imports/imports.ts'
import { createWorker } from '../jobs/worker.ts'
import type { Platform } from '../platform.ts'
import { findRecord } from '../store/records/records.ts'
import { requireBroadcast } from './broadcasts.ts'
import { CommandError, type Report, withPlatform } from './command.ts'

export interface ImportCommandOptions {
  broadcast: string
  dryRun?: boolean
  confirmRemovals?: boolean
}

/** Imports a programme from a file or an address, or shows what would happen. Works with and without a running service. */
export function importProgramme(from: string, options: ImportCommandOptions): Promise<Report> {
  return withPlatform(async (platform) => {
    const row = await requireBroadcast(platform, options.broadcast)
    const tenant = { broadcastId: row.id, userId: row.user_id }
    const actor = { type: 'command' as const }
    const imports = openImports(platform)
    const prepared = await imports.prepare(row.id, await givenBy(from), {})
    const stored = await platform.writeQueue.write(row.id, async (tx) => {
      const preview = await imports.store(tx, tenant, actor, prepared)
      if (options.dryRun) return preview
      return imports.apply(tx, tenant, actor, preview._id, { confirmRemovals: options.confirmRemovals ?? false })
    })
    return reportOf(options.dryRun ? stored : await applied(platform, row.id, stored._id))
  })
}

async function givenBy(from: string): Promise<Given> {
  if (/^https?:\/\//i.test(from)) return { url: from }
  const bytes = await readFile(from).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The file ${from} cannot be read (${error.code}).`)
  })
  return { file: { bytes, isPacked: false, name: basename(from), contentType: null, url: null } }
}

/** Runs the job here, unless a running service claims it first. */
async function applied(platform: Platform, broadcastId: string, importId: string): Promise<AnyRecord> {
  const { db, clock } = platform
  const worker = createWorker(
    { db, clock, handlers: { [importJob]: importHandler(platform) }, onError: () => {} },
    { isAlone: false },
  )
  try {
    for (;;) {
      const record: AnyRecord = JSON.parse((await findRecord(db, broadcastId, kinds.import, importId)) ?? '{}')
      if (record.status === 'applied') return record
      if (record.status !== 'applying')
        throw new CommandError(`The import failed: ${record.reason ?? 'it was deleted'}`)
      worker.wake(broadcastId)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  } finally {
    await worker.stop()
  }
}

const pollMs = 100

function reportOf(record: AnyRecord): Report {
  const { kept, ...counts } = Object(record.counts)
  const notes = record.notes as { code: string; message: string; at?: string | null }[]
  const places = notes.map(({ at, message }) => `  ${at ? `${at}: ` : ''}${message}`)
  const isPreview = record.status === 'previewed'
  return {
    lines: [
      isPreview ? `Nothing was written. ${record.title} would import:` : `${record.title} was imported:`,
      ...Object.entries({ ...counts, kept }).map(
        ([name, count]) => `  ${name.padEnd(10)} ${String(count).padStart(6)}`,
      ),
      ...(places.length > 0 ? ['', 'Warnings:', ...places] : []),
    ],
    json: { ...counts, kept, importId: record._id, status: record.status, format: record.format, notes },
  }
}
