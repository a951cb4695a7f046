/** What waits for a child: whose it is, and whether it may take its time. */
export interface Waiting {
  owner: string
  kind: 'expressions' | 'code'
}

/** Decides what runs next. */
export interface Turns<T extends Waiting> {
  add(job: T): void
  /** The job whose turn it is, if there is one that may run now. It counts as running until it is told to be done. */
  take(): T | undefined
  done(job: T): void
  /** How many jobs could be taken, had they children. */
  ready(): number
  /** Everything that waits, which waits no longer. */
  clear(): T[]
}

/**
 * Owners take turns, a job each; of one owner's jobs expressions come first, and else those that came first. Code, which may take seconds,
 * never runs in all children at once: whoever waits with an expression waits for expressions alone, however much code there is. A child
 * that is the only one takes everything.
 */
export function createTurns<T extends Waiting>(children: number): Turns<T> {
  const maxCode = Math.max(1, children - 1)
  /** Those who wait, next in turn first. */
  const owners = new Map<string, Record<Waiting['kind'], T[]>>()
  const waiting = { expressions: 0, code: 0 }
  let runningCode = 0

  const takeOf = (owner: string, jobs: Record<Waiting['kind'], T[]>): T | undefined => {
    const job = jobs.expressions.shift() ?? (runningCode < maxCode ? jobs.code.shift() : undefined)
    if (!job) return undefined
    owners.delete(owner)
    if (jobs.expressions.length + jobs.code.length > 0) owners.set(owner, jobs)
    waiting[job.kind] -= 1
    if (job.kind === 'code') runningCode += 1
    return job
  }

  return {
    add(job) {
      const jobs = owners.get(job.owner) ?? { expressions: [], code: [] }
      owners.set(job.owner, jobs)
      jobs[job.kind].push(job)
      waiting[job.kind] += 1
    },
    take() {
      for (const [owner, jobs] of owners) {
        const job = takeOf(owner, jobs)
        if (job) return job
      }
      return undefined
    },
    done(job) {
      if (job.kind === 'code') runningCode -= 1
    },
    ready: () => waiting.expressions + Math.min(waiting.code, maxCode - runningCode),
    clear() {
      const left = [...owners.values()].flatMap(({ expressions, code }) => [...expressions, ...code])
      owners.clear()
      Object.assign(waiting, { expressions: 0, code: 0 })
      return left
    },
  }
}
