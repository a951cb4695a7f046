import { readFile } from 'node:fs/promises'

/** `node bench/top.ts <file.cpuprofile> [lines]`: processor time by function and by file. */
const [path, lines = '40'] = process.argv.slice(2)
if (path === undefined) throw new Error('Usage: node bench/top.ts <file.cpuprofile> [lines]')
const profile: Profile = JSON.parse(await readFile(path, 'utf8'))
const times = selfTimes(profile)
print('function', times, Number(lines))
print('file', byFile(times), Math.ceil(Number(lines) / 2))

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** The self time of each function, without idle time. */
function selfTimes({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const times = new Map<string, number>()
  samples.forEach((id, index) => {
    const name = names.get(id) ?? ''
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0))
  })
  times.delete('(idle)')
  return times
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName || '(native)'
  return `${functionName || '(anonymous)'}  ${shortened(url)}:${lineNumber + 1}`
}

/** The path from the package or project folder on. */
function shortened(url: string): string {
  return url.replace(/^.*\/(?:node_modules|packages)\//, '')
}

function byFile(times: Map<string, number>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [name, time] of times) {
    const file = name.replace(/^.* {2}/, '').replace(/:\d+$/, '')
    sums.set(file, (sums.get(file) ?? 0) + time)
  }
  return sums
}

function print(title: string, times: Map<string, number>, count: number): void {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  console.log(`\n     %        ms  ${title}`)
  for (const [name, time] of [...times].toSorted(([, one], [, other]) => other - one).slice(0, count)) {
    const share = ((100 * time) / total).toFixed(1).padStart(6)
    console.log(`${share}  ${(time / 1_000).toFixed(0).padStart(8)}  ${name}`)
  }
}
