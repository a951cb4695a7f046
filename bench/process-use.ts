import { readFile } from 'node:fs/promises'

/** The memory that a process holds. */
export async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}

/** The time that processors have worked for a process so far, all of its threads and the kernel included. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name before the bracket may hold anything; what follows are plain words.
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(words[11]) + Number(words[12])) * tickMs
}

const tickMs = 10
