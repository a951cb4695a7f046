import { systemClock } from '../base/clock.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Platform } from '../platform.ts'

/** The output of a command: lines for people, an object for programs. */
export interface Report {
  lines: string[]
  json: object
  /** Default: 0. */
  exitCode?: number
}

/** Runs a command on the data of the installation, with or without a running service. */
export async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const { openPlatform } = await import('../platform.ts')
  const platform = await openPlatform(config, { role: 'command', clock: systemClock, log: createLog(config.logLevel) })
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}

/** For people who watch; in scripts only the result is printed. */
export function onProgress(sentence: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${sentence}\n`)
}

/** The command cannot be carried out, for example because a record does not exist. */
export class CommandError extends Error {}

/** An option or argument has an invalid value. */
export class UsageError extends CommandError {}
