import { systemClock } from '../base/clock.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Platform } from '../platform.ts'

/** What a command says: lines for people, an object for programs. */
export interface Report {
  lines: string[]
  json: object
  /** 0 unless something is wrong. */
  exitCode?: number
}

/** Runs a command on the data of the installation, beside a running service or without one. */
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

/** What the command needs is not there. */
export class CommandError extends Error {}

/** A value that the command was given cannot be one. */
export class UsageError extends CommandError {}
