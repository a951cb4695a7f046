import { createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { isCalendarDay } from '@marquee/model'
import { DamagedArchive } from '../archive/damaged.ts'
import { duplicateBroadcast } from '../archive/duplicate.ts'
import { daysOf } from '../archive/duplications.ts'
import { createExport } from '../archive/export.ts'
import { type Imported, importArchive } from '../archive/import.ts'
import type { Platform } from '../platform.ts'
import { bulkMs } from '../store/limits.ts'
import { requireAccount } from './accounts.ts'
import { requireBroadcast } from './broadcasts.ts'
import { CommandError, onProgress, type Report, withPlatform } from './command.ts'

export function exportBroadcast(
  id: string,
  options: { to?: string; history?: boolean; people?: boolean },
): Promise<Report> {
  return withPlatform(async (platform) => {
    await requireBroadcast(platform, id)
    const { fileName, manifest, stream } = await createExport(partsOf(platform))(id, actor, {
      history: options.history ?? false,
      people: options.people ?? false,
    })
    const file = options.to ?? fileName
    try {
      await requireFree(file)
      // An interrupted export leaves no file that looks complete.
      await pipeline(stream, createWriteStream(`${file}.part`, { mode: 0o600 }))
      await rename(`${file}.part`, file)
    } catch (error) {
      stream.destroy()
      await rm(`${file}.part`, { force: true })
      throw error
    }
    const { files, media, sequence, leftOut } = manifest
    const counted = files.map(({ path, entries }) => [path, entries] as const)
    return {
      lines: [
        `The broadcast "${manifest.broadcast.name}" was written to ${file}.`,
        ...counted.map(([path, entries]) => `  ${path}  ${entries}`),
        `  media  ${media.files} files, ${media.bytes} bytes`,
        ...(leftOut.credentials > 0 ? [`Left out: the secrets of ${leftOut.credentials} stored credentials.`] : []),
      ],
      json: { file, broadcastId: id, sequence, entries: Object.fromEntries(counted), media, leftOut },
    }
  })
}

export function importBroadcast(file: string, options: { owner: string; keepIds?: boolean }): Promise<Report> {
  return withPlatform(async (platform) => {
    const owner = await requireAccount(platform.control, options.owner)
    const imported = await importArchive(
      { ...platform, ...partsOf(platform), mediaQuotaBytes: platform.config.quotas.mediaBytes },
      { file, owner, actor, keepIds: options.keepIds ?? false, onProgress },
    ).catch((error: unknown) => {
      throw error instanceof DamagedArchive ? new CommandError(`${error.message} Nothing was imported.`) : error
    })
    return { lines: linesOf(imported), json: imported }
  })
}

export function duplicate(
  id: string,
  options: { name: string; sessions: boolean; shiftDays?: string; startDate?: string },
): Promise<Report> {
  return withPlatform(async (platform) => {
    const row = await requireBroadcast(platform, id)
    const { db, config } = platform
    const { startDate, shiftDays } = options
    if (startDate !== undefined && !isCalendarDay(startDate))
      throw new CommandError('--start-date must be a day of the calendar, such as 2028-06-30.')
    if (shiftDays !== undefined && !/^-?\d{1,5}$/.test(shiftDays))
      throw new CommandError('--shift-days must be a whole number of days.')
    if (startDate !== undefined && shiftDays !== undefined)
      throw new CommandError('Choose one of --start-date and --shift-days.')
    const days = await daysOf(db, id, {
      ...(startDate !== undefined && { startDate }),
      ...(shiftDays !== undefined && { shiftDays: Number(shiftDays) }),
    })
    const copied = await duplicateBroadcast(
      { ...platform, ...partsOf(platform), mediaQuotaBytes: config.quotas.mediaBytes },
      id,
      {
        name: options.name,
        hasSessions: options.sessions,
        days,
        owner: { id: row.user_id, email: row.email },
        actor,
        onProgress,
        commit: (work) => db.withLimit(bulkMs).transaction(work),
      },
    ).catch((error: unknown) => {
      throw error instanceof DamagedArchive ? new CommandError(`${error.message} Nothing was copied.`) : error
    })
    const { broadcastId, userId, name, records, media } = copied
    return {
      lines: [
        `The broadcast "${row.name}" was copied as "${name}".`,
        `  broadcast  ${broadcastId}`,
        `  user       ${userId}`,
        ...Object.entries(records).map(([kind, count]) => `  ${kind}  ${count}`),
        `  media files  ${media.files}`,
      ],
      json: { broadcastId, userId, name, days, records, media },
    }
  })
}

function linesOf({ broadcastId, userId, name, idsKept, records, media, notes }: Imported): string[] {
  return [
    `The broadcast "${name}" was imported with ${idsKept ? 'its ids' : 'new ids'}.`,
    `  broadcast  ${broadcastId}`,
    `  user       ${userId}`,
    ...Object.entries(records).map(([kind, count]) => `  ${kind}  ${count}`),
    `  media files  ${media.files}`,
    ...notes,
  ]
}

const actor = { type: 'command' } as const

const partsOf = ({ db, clock, media, config: { baseUrl } }: Platform) => ({ db, clock, media, baseUrl })

async function requireFree(file: string): Promise<void> {
  const isTaken = await access(file).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new CommandError(`${file} exists already. Remove it, or name another file with --to.`)
}
