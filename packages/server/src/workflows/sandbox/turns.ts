/** A waiting job: its owner, and whether it is code, which may take long. */
export interface Waiting {
  owner: string
  kind: 'expressions' | 'code'
}

/** Decides which job runs next. */
export interface Turns<T extends Waiting> {
  add(job: T): void
  /** The next job, if there is one that may run now. It counts as running until `done` is called. */
  take(): T | undefined
  done(job: T): void
  /** The number of jobs that could run, given enough children. */
  ready(): number
  /** Removes and returns all waiting jobs. */
  clear(): T[]
}

/**
 * Owners are served round-robin, a job each; of one owner's jobs expressions are first, then by age. Code, which may take seconds,
 * never runs in all children at once: an expression waits for other expressions only, however much code there is. A single child
 * runs everything.
 */
export function createTurns<T extends Waiting>(children: number): Turns<T> {
  const maxCode = Math.max(1, children - 1)
  /** Waiting owners, next one first. */
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
