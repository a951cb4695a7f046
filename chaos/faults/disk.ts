import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atMost, type Figure, told } from '../../bench/figure.ts'
import { newBroadcast, newService } from '../../bench/service.ts'
import { type Answer, askAs, isClearRefusal, lineOf, pause } from '../answer.ts'
import type { ChaosOptions } from '../suite.ts'

const run = promisify(execFile)

/** Fills the disk of the embedded database again and again. The short form leaves it to `test/process/disk-full.test.ts`. */
export async function fillDisk({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  if (isQuick) return []
  if (process.getuid?.() !== 0) return [told('full disks, which only root can mount', 0, '')]
  const rounds = 5
  const disk = await mkdtemp(join(tmpdir(), 'marquee-chaos-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', disk])
  const dataDir = join(disk, 'data')
  const service = await newService({ env: { MARQUEE_DATA_DIR: dataDir } })
  try {
    await service.start()
    const broadcast = await newBroadcast(service, 'Disk')
    const path = `${broadcast.path}/broadcastSessions`
    const ask = (method: string, address: string, body?: unknown) =>
      askAs(broadcast, service.url, method, address, { body })
    const [wrong, refusedMs, recoveredMs]: [string[], number[], number[]] = [[], [], []]
    const kept = new Map<string, string>()
    const write = async (title: string): Promise<Answer> => {
      const answer = await ask('POST', path, { title })
      if (answer.status === 201) kept.set(answer.body._id, title)
      else if (isClearRefusal(answer, ['storage_full'])) refusedMs.push(answer.ms)
      else wrong.push(`a write: ${lineOf(answer)}`)
      return answer
    }
    for (let round = 0; round < rounds; round++) {
      for (let at = 0; at < 20; at++) await write(`Round ${round}, ${at} before`)
      const release = await fill(disk)
      const until = performance.now() + 1_500 + 1_500 * random.next()
      while (performance.now() < until) {
        await write('x'.repeat(1 + random.below(5_000)))
        const id = random.pick([...kept.keys()])
        const read = await ask('GET', `${path}/${id}`)
        if (read.status !== 200 || read.body.title !== kept.get(id)) wrong.push(`a read: ${lineOf(read)}`)
        await pause(5)
      }
      await release()
      const startedAt = performance.now()
      while ((await write('Space again')).status !== 201 && performance.now() - startedAt < 15_000) await pause(20)
      recoveredMs.push(performance.now() - startedAt)
    }
    return [
      told(`writes refused during ${rounds} full disks`, refusedMs.length, ''),
      atMost('wrong or unclear answers on a full disk', wrong.length, 0, '', wrong.slice(0, 3).join('; ')),
      atMost('slowest refusal on a full disk', Math.max(0, ...refusedMs), 2_000, 'ms'),
      atMost('from free space until a write', Math.max(...recoveredMs) / 1_000, 10, 's'),
    ]
  } finally {
    await service.remove()
    await run('umount', [disk])
    await rm(disk, { recursive: true })
  }
}

/** Fills the disk, and returns a function that frees it again. */
async function fill(disk: string): Promise<() => Promise<void>> {
  for (let at = 0; ; at++) {
    const { bavail, bsize } = await statfs(disk)
    if (bavail === 0) break
    await writeFile(join(disk, `filler-${at}`), Buffer.alloc(Math.min(bavail * bsize, 32 * 1_048_576))).catch(() => {})
  }
  return async () => {
    for (const name of await readdir(disk)) if (name.startsWith('filler-')) await rm(join(disk, name))
  }
}
