import { systemClock } from '../base/clock.ts'
import { readConfig } from '../config.ts'
import { openPlatform, type Platform } from '../platform.ts'

/** What a command says: lines for people, an object for programs. */
export interface Report {
  lines: string[]
  json: object
  /** 0 unless something is wrong. */
  exitCode?: number
}

/** Runs a command on the data of the installation, beside a running service or without one. */
export async function withPlatform(work: (platform: Platform) => Promise<Report>): Promise<Report> {
  const platform = await openPlatform(readConfig(process.env), { role: 'command', clock: systemClock })
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}

/** The command itself was used wrongly, or names something that is not there. */
export class CommandError extends Error {}
