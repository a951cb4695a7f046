import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The resident memory of a process. */
export async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}

/** The processor time of a process so far, including all threads and the kernel. */
export async function processorMs(pid: number): Promise<number> {
  const { ownMs } = await statOf(pid)
  return ownMs
}

/** The processor time so far of the embedded PostgreSQL of a service. */
export const databaseMs = (dataDir: string) => serverMs(join(dataDir, 'postgres'))

/** The processor time so far of the PostgreSQL with a data folder, with all its processes, also ended ones. */
export async function serverMs(folder: string): Promise<number> {
  const [line = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  const server = Number(line)
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  // A process that ends meanwhile is in the time of its parent when that is read last.
  const others = await Promise.all(pids.map((pid) => statOf(pid).catch(() => undefined)))
  const { ownMs, endedMs } = await statOf(server)
  return others.reduce((sum, stat) => (stat?.parent === server ? sum + stat.ownMs : sum), ownMs + endedMs)
}

async function statOf(pid: number): Promise<{ parent: number; ownMs: number; endedMs: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The process name in brackets may contain anything; the fields after it are separated by spaces.
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = (first: number) => (Number(words[first]) + Number(words[first + 1])) * tickMs
  return { parent: Number(words[1]), ownMs: ticks(11), endedMs: ticks(13) }
}

const tickMs = 10
