import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchService } from '../bench/service.ts'

/** The first errors in the log of a service; only those of some requests, if they are given. */
export async function loggedErrors({ dataDir }: BenchService, requestIds?: string[]): Promise<string[]> {
  const lines = (await readFile(join(dataDir, 'service.log'), 'utf8')).split('\n')
  const errors = lines.filter((line) => /"level":(50|60)/.test(line))
  const wanted = requestIds ? errors.filter((line) => requestIds.some((id) => line.includes(id))) : errors
  return wanted.slice(0, 5).map((line) => line.slice(0, 2_000))
}
