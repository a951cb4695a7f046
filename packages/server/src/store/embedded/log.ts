import { constants } from 'node:fs'
import { type FileHandle, open, readFile, statfs } from 'node:fs/promises'
import type { Account } from './account.ts'

/** Opens the log for a server to append to. Symlinks are not followed, so that root is not tricked into writing elsewhere. */
export async function openLog({ logFile, account }: { logFile: string; account: Account | null }): Promise<FileHandle> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW
  const handle = await open(logFile, flags, 0o600)
  // An ordinary user who takes over the data folder from root must be able to write to it.
  if (account) await handle.chown(account.uid, account.gid)
  return handle
}

/** Truncates a log that has grown large. The server appends, so it continues at the new end. */
export async function trimLog(logFile: string): Promise<void> {
  const handle = await open(logFile, constants.O_WRONLY | constants.O_NOFOLLOW)
  try {
    if ((await handle.stat()).size > maxLogBytes) await handle.truncate()
  } finally {
    await handle.close()
  }
}

/** The reason why a server ended by itself, from its log. */
export async function lastWords(
  { logFile, dataDir }: { logFile: string; dataDir: string },
  sinceByte: number,
  pid: number,
): Promise<string> {
  // Then the reason may be missing or truncated.
  if ((await statfs(dataDir)).bavail === 0) return 'the disk is full'
  const log = await readFile(logFile)
  const lines = log.subarray(sinceByte).toString('utf8').trim().split('\n')
  // The server that won the race for the same cluster writes to the same log.
  const own = lines.filter((line) => line.includes(`[${pid}] `))
  const line = own.findLast((line) => /(FATAL|PANIC): /.test(line)) ?? own.at(-1) ?? lines.at(-1)
  return line ? withoutPrefix(line) : 'it ended without a message'
}

/** A line of PostgreSQL without time and pid. */
export const withoutPrefix = (line: string) => line.replace(/^.*?\[\d+\] /, '').replace(/\s+/g, ' ')

const maxLogBytes = 10_000_000
